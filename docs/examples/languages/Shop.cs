using System;
using System.IO;
using System.Linq;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using Newtonsoft.Json;

/// <summary>A small shop without a framework. It needs the package Newtonsoft.Json.</summary>
static class Shop
{
    // #region secret
    /// <summary>The text of a secret file, without its line break.</summary>
    static string ReadSecret(string name)
    {
        var secret = File.ReadAllText(Environment.GetEnvironmentVariable(name + "_FILE")).Trim();
        if (secret.Length < 32) throw new InvalidOperationException(name + " is too short.");
        return secret;
    }

    static byte[] HmacSha256(byte[] key, byte[] message)
    {
        using (var hmac = new HMACSHA256(key)) return hmac.ComputeHash(message);
    }

    static byte[] Utf8(string text) => Encoding.UTF8.GetBytes(text);

    static string Base64Url(byte[] bytes) =>
        Convert.ToBase64String(bytes).TrimEnd('=').Replace('+', '-').Replace('/', '_');

    static bool AreEqual(string one, string other) =>
        CryptographicOperations.FixedTimeEquals(Utf8(one), Utf8(other));
    // #endregion secret

    // #region token
    static string CreateOrderToken(string reference, long amount, string currency, string secret)
    {
        var exp = DateTimeOffset.UtcNow.ToUnixTimeSeconds() + 3600;
        var claims = JsonConvert.SerializeObject(new { reference, amount, currency, exp });
        var signed = Base64Url(Utf8("{\"alg\":\"HS256\"}")) + "." + Base64Url(Utf8(claims));
        return signed + "." + Base64Url(HmacSha256(Utf8(secret), Utf8(signed)));
    }
    // #endregion token

    // #region webhook
    class Event
    {
        public Payment Data { get; set; }
    }

    class Payment
    {
        public string Reference { get; set; }
        public long Amount { get; set; }
        public string Currency { get; set; }
        public string Outcome { get; set; }
    }

    /// <summary>Returns the event of a request with these headers and this body.</summary>
    static Event VerifyWebhook(Func<string, string> header, byte[] body, string secret)
    {
        var sent = header("webhook-timestamp") ?? "";
        var signed = Utf8($"{header("webhook-id")}.{sent}.").Concat(body).ToArray();
        var key = Convert.FromBase64String(secret.Substring("whsec_".Length));
        var expected = "v1," + Convert.ToBase64String(HmacSha256(key, signed));
        var signatures = (header("webhook-signature") ?? "").Split(' ');
        var matches = signatures.Any(signature => AreEqual(expected, signature));
        if (!matches || Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - long.Parse(sent)) > 300)
            throw new UnauthorizedAccessException("Not a webhook of the program.");
        return JsonConvert.DeserializeObject<Event>(Encoding.UTF8.GetString(body));
    }
    // #endregion webhook

    // #region price
    class PriceClaims
    {
        public string Aud { get; set; }
        public string Reference { get; set; }
        public long Exp { get; set; }
    }

    /// <summary>Whether the program asks for the price of this order.</summary>
    static bool IsPriceRequest(string authorization, string reference, string secret)
    {
        var parts = (authorization ?? "").Replace("Bearer ", "").Split('.');
        if (parts.Length != 3) return false;
        var expected = Base64Url(HmacSha256(Utf8(secret), Utf8(parts[0] + "." + parts[1])));
        if (!AreEqual(expected, parts[2])) return false;
        var payload = parts[1].Replace('-', '+').Replace('_', '/').PadRight((parts[1].Length + 3) / 4 * 4, '=');
        var json = Encoding.UTF8.GetString(Convert.FromBase64String(payload));
        var claims = JsonConvert.DeserializeObject<PriceClaims>(json);
        var isCurrent = claims.Exp > DateTimeOffset.UtcNow.ToUnixTimeSeconds();
        return claims.Aud == "price" && isCurrent && claims.Reference == reference;
    }
    // #endregion price

    static void Main()
    {
        var server = new HttpListener();
        server.Prefixes.Add("http://127.0.0.1:" + Environment.GetEnvironmentVariable("PORT") + "/");
        server.Start();
        while (true)
        {
            var context = server.GetContext();
            try
            {
                Answer(context.Response, Handle(context.Request, context.Response));
            }
            catch (UnauthorizedAccessException)
            {
                context.Response.StatusCode = 401;
                context.Response.Close();
            }
        }
    }

    static string Handle(HttpListenerRequest request, HttpListenerResponse response)
    {
        var reference = WebUtility.UrlDecode(request.Url.Query.Replace("?reference=", ""));
        switch (request.Url.AbsolutePath)
        {
            case "/checkout":
                // Replace the price with that in your database.
                var token = CreateOrderToken(reference, 4999, "EUR", ReadSecret("ORDER_TOKEN_SECRET"));
                response.ContentType = "text/html; charset=utf-8";
                return $@"<!doctype html>
                    <html lang=""en"">
                      <title>Checkout</title>
                      <script type=""module"" src=""/payment-widget/payment-widget.js""></script>
                      <payment-widget proxy-url=""/pay"" amount=""4999"" currency=""EUR""
                        reference=""{WebUtility.HtmlEncode(reference)}"" order-token=""{token}""></payment-widget>
                    </html>";
            case "/settled":
                var body = new MemoryStream();
                request.InputStream.CopyTo(body);
                var secret = ReadSecret("SETTLED_SECRET");
                var payment = VerifyWebhook(name => request.Headers[name], body.ToArray(), secret).Data;
                var isPrice = payment.Amount == 4999 && payment.Currency == "EUR"; // replace with your database
                Console.WriteLine(payment.Reference + " " + (isPrice ? payment.Outcome : "at another price"));
                return "";
            case "/price":
                if (!IsPriceRequest(request.Headers["Authorization"], reference, ReadSecret("PRICE_SECRET")))
                    throw new UnauthorizedAccessException();
                return "{\"amount\":4999,\"currency\":\"EUR\"}";
            default:
                response.StatusCode = 404;
                return "";
        }
    }

    static void Answer(HttpListenerResponse response, string text)
    {
        if (text == "" && response.StatusCode == 200) response.StatusCode = 204;
        var bytes = Utf8(text);
        response.OutputStream.Write(bytes, 0, bytes.Length);
        response.Close();
    }
}
