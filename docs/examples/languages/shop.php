<?php
// A small shop without a framework: php -S 127.0.0.1:8000 shop.php
declare(strict_types=1);

// #region secret
/** The text of a secret file, without its line break. */
function readSecret(string $name): string
{
    $secret = trim(file_get_contents(getenv("{$name}_FILE")));
    if (strlen($secret) < 32) throw new RuntimeException("$name is too short.");
    return $secret;
}

function base64url(string $bytes): string
{
    return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
}
// #endregion secret

// #region token
function createOrderToken(string $reference, int $amount, string $currency, string $secret): string
{
    $claims = ['reference' => $reference, 'amount' => $amount, 'currency' => $currency, 'exp' => time() + 3600];
    $signed = base64url('{"alg":"HS256"}') . '.' . base64url(json_encode($claims, JSON_THROW_ON_ERROR));
    return $signed . '.' . base64url(hash_hmac('sha256', $signed, $secret, true));
}
// #endregion token

// #region webhook
/** Returns the event of this request. */
function verifyWebhook(string $secret): array
{
    $body = file_get_contents('php://input');
    [$id, $sent] = [$_SERVER['HTTP_WEBHOOK_ID'] ?? '', $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? ''];
    $key = base64_decode(substr($secret, strlen('whsec_')), true);
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sent.$body", $key, true));
    $signatures = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');
    $matching = array_filter($signatures, fn (string $signature) => hash_equals($expected, $signature));
    if (!$matching || abs(time() - (int) $sent) > 300) throw new UnexpectedValueException('Not signed, or too old.');
    return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
}
// #endregion webhook

// #region price
/** Whether the program asks for the price of this order. */
function isPriceRequest(string $reference, string $secret): bool
{
    $token = substr($_SERVER['HTTP_AUTHORIZATION'] ?? '', strlen('Bearer '));
    [$header, $payload, $signature] = explode('.', $token) + ['', '', ''];
    $expected = base64url(hash_hmac('sha256', "$header.$payload", $secret, true));
    if (!hash_equals($expected, $signature)) return false;
    $claims = json_decode(base64_decode(strtr($payload, '-_', '+/')), true);
    return $claims['aud'] === 'price' && $claims['exp'] > time() && $claims['reference'] === $reference;
}
// #endregion price

const PRICE = ['amount' => 4999, 'currency' => 'EUR']; // replace with your database
$reference = $_GET['reference'] ?? '';

switch (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)) {
    case '/checkout':
        $token = createOrderToken($reference, PRICE['amount'], PRICE['currency'], readSecret('ORDER_TOKEN_SECRET'));
        $shown = htmlspecialchars($reference);
        header('Content-Type: text/html; charset=utf-8');
        echo <<<HTML
            <!doctype html>
            <html lang="en">
              <title>Checkout</title>
              <script type="module" src="/payment-widget/payment-widget.js"></script>
              <payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="$shown"
                order-token="$token"></payment-widget>
            </html>
            HTML;
        break;
    case '/settled':
        try {
            ['data' => $payment] = verifyWebhook(readSecret('SETTLED_SECRET'));
            $isPrice = [$payment['amount'], $payment['currency']] === array_values(PRICE);
            error_log($payment['reference'] . ' ' . ($isPrice ? $payment['outcome'] : 'at another price'));
            http_response_code(204);
        } catch (UnexpectedValueException) {
            http_response_code(401);
        }
        break;
    case '/price':
        if (isPriceRequest($reference, readSecret('PRICE_SECRET'))) echo json_encode(PRICE);
        else http_response_code(401);
        break;
    default:
        http_response_code(404);
}
