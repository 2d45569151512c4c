import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A small shop without a framework: PORT=8000 java -cp "libraries/*" Shop.java. The folder has the JARs of Jackson. */
class Shop {
    // #region secret
    static final ObjectMapper JSON = new ObjectMapper(); // Jackson

    /** The text of a secret file, without its line break. */
    static String readSecret(String name) throws IOException {
        String secret = Files.readString(Path.of(System.getenv(name + "_FILE"))).strip();
        if (secret.length() < 32) throw new IllegalStateException(name + " is too short.");
        return secret;
    }

    static byte[] hmacSha256(byte[] key, byte[]... message) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        for (byte[] part : message) mac.update(part);
        return mac.doFinal();
    }

    static String base64url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
    // #endregion secret

    // #region token
    static String createOrderToken(String reference, long amount, String currency, String secret) throws Exception {
        long exp = Instant.now().getEpochSecond() + 3600;
        Map<String, Object> claims = Map.of("reference", reference, "amount", amount, "currency", currency, "exp", exp);
        String header = base64url("{\"alg\":\"HS256\"}".getBytes(UTF_8));
        String signed = header + "." + base64url(JSON.writeValueAsBytes(claims));
        return signed + "." + base64url(hmacSha256(secret.getBytes(UTF_8), signed.getBytes(UTF_8)));
    }
    // #endregion token

    // #region webhook
    /** Returns the event of a request with these headers and this body. */
    static JsonNode verifyWebhook(Headers headers, byte[] body, String secret) throws Exception {
        String sent = headers.getFirst("webhook-timestamp");
        byte[] start = (headers.getFirst("webhook-id") + "." + sent + ".").getBytes(UTF_8);
        byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
        byte[] expected = ("v1," + Base64.getEncoder().encodeToString(hmacSha256(key, start, body))).getBytes(UTF_8);
        String signatures = headers.getOrDefault("webhook-signature", List.of("")).get(0);
        boolean matches = Arrays.stream(signatures.split(" "))
            .anyMatch(signature -> MessageDigest.isEqual(expected, signature.getBytes(UTF_8)));
        if (!matches || Math.abs(Instant.now().getEpochSecond() - Long.parseLong(sent)) > 300)
            throw new SecurityException("Not a webhook of the program.");
        return JSON.readTree(body);
    }
    // #endregion webhook

    // #region price
    /** Whether the program asks for the price of this order. */
    static boolean isPriceRequest(String authorization, String reference, String secret) throws Exception {
        String[] parts = authorization.replaceFirst("^Bearer ", "").split("\\.");
        if (parts.length != 3) return false;
        byte[] signed = (parts[0] + "." + parts[1]).getBytes(UTF_8);
        String expected = base64url(hmacSha256(secret.getBytes(UTF_8), signed));
        if (!MessageDigest.isEqual(expected.getBytes(UTF_8), parts[2].getBytes(UTF_8))) return false;
        JsonNode claims = JSON.readTree(Base64.getUrlDecoder().decode(parts[1]));
        return claims.path("aud").asText().equals("price")
            && claims.path("exp").asLong() > Instant.now().getEpochSecond()
            && claims.path("reference").asText().equals(reference);
    }
    // #endregion price

    public static void main(String[] args) throws IOException {
        int port = Integer.parseInt(System.getenv("PORT"));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/checkout", exchange -> answer(exchange, () -> {
            String reference = referenceOf(exchange);
            // Replace the price with that in your database.
            String token = createOrderToken(reference, 4999, "EUR", readSecret("ORDER_TOKEN_SECRET"));
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            String shown = reference.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
            return """
                <!doctype html>
                <html lang="en">
                  <title>Checkout</title>
                  <script type="module" src="/payment-widget/payment-widget.js"></script>
                  <payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="%s"
                    order-token="%s"></payment-widget>
                </html>""".formatted(shown, token);
        }));
        server.createContext("/settled", exchange -> answer(exchange, () -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            JsonNode event = verifyWebhook(exchange.getRequestHeaders(), body, readSecret("SETTLED_SECRET"));
            String reference = event.at("/data/reference").asText();
            boolean isPrice = // replace the price with that in your database
                event.at("/data/amount").asLong() == 4999 && event.at("/data/currency").asText().equals("EUR");
            System.out.println(reference + " " + (isPrice ? event.at("/data/outcome").asText() : "at another price"));
            return "";
        }));
        server.createContext("/price", exchange -> answer(exchange, () -> {
            String authorization = exchange.getRequestHeaders().getFirst("Authorization");
            boolean isProgram =
                authorization != null
                    && isPriceRequest(authorization, referenceOf(exchange), readSecret("PRICE_SECRET"));
            if (!isProgram) throw new SecurityException("Not a request of the program.");
            return "{\"amount\":4999,\"currency\":\"EUR\"}";
        }));
        server.start();
    }

    interface Handler {
        String handle() throws Exception;
    }

    static void answer(HttpExchange exchange, Handler handler) throws IOException {
        try {
            byte[] text = handler.handle().getBytes(UTF_8);
            exchange.sendResponseHeaders(text.length > 0 ? 200 : 204, text.length > 0 ? text.length : -1);
            exchange.getResponseBody().write(text);
        } catch (SecurityException error) {
            exchange.sendResponseHeaders(401, -1);
        } catch (Exception error) {
            error.printStackTrace();
            exchange.sendResponseHeaders(500, -1);
        } finally {
            exchange.close();
        }
    }

    static String referenceOf(HttpExchange exchange) {
        String query = exchange.getRequestURI().getRawQuery();
        return URLDecoder.decode(query.substring("reference=".length()), UTF_8);
    }
}
