<?php
// A shop with one article: composer require firebase/php-jwt && php -S 127.0.0.1:8000 -t public shop.php
declare(strict_types=1);

require 'vendor/autoload.php';

use Firebase\JWT\JWT;

// #region token
/** A secret in the environment. */
function readSecret(string $name): string
{
    $secret = (string) getenv($name);
    if (strlen($secret) < 32) throw new RuntimeException("$name is missing or too short."); // anyone could sign with an empty key
    return $secret;
}

/** A token that permits to pay this order, at this price, for an hour. Give it only to the shopper whose order it is. */
function createOrderToken(string $reference, int $amount, string $currency): string
{
    $claims = ['reference' => $reference, 'amount' => $amount, 'currency' => $currency, 'exp' => time() + 3600];
    return JWT::encode($claims, readSecret('ORDER_TOKEN_SECRET'), 'HS256');
}
// #endregion token

// #region webhook
/** The event of this request, or null unless the program has signed it less than five minutes ago. */
function verifyWebhook(string $secret): ?array
{
    $body = (string) file_get_contents('php://input');
    [$id, $sent] = [$_SERVER['HTTP_WEBHOOK_ID'] ?? '', $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? ''];
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sent.$body", $key, true));
    $signatures = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');
    $matching = array_filter($signatures, fn (string $signature) => hash_equals($expected, $signature));
    if (!$matching || abs(time() - (int) $sent) > 300) return null;
    return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
}

/** The program repeats its webhook until it gets a 2xx. Returns the status of the response. */
function settled(PDO $orders): int
{
    $payment = verifyWebhook(readSecret('SETTLED_SECRET'))['data'] ?? null;
    if (!$payment) return 401;
    if ($payment['outcome'] !== 'paid') return 204;
    ['reference' => $reference, 'amount' => $amount, 'currency' => $currency] = $payment;
    $price = 'reference = ? AND amount = ? AND currency = ?';
    $mark = $orders->prepare("UPDATE orders SET paid_at = CURRENT_TIMESTAMP WHERE $price AND paid_at IS NULL");
    $mark->execute([$reference, $amount, $currency]);
    $known = $orders->prepare("SELECT 1 FROM orders WHERE $price");
    $known->execute([$reference, $amount, $currency]);
    if ($mark->rowCount() === 1) error_log("Ship $reference."); // in your shop: a job, created in one transaction with the mark
    if (!$known->fetch()) error_log("Check $reference: no order has this price.");
    return 204;
}
// #endregion webhook

// Replace the rest with your shop.
$orders = new PDO('sqlite:orders.sqlite');
$orders->exec('CREATE TABLE IF NOT EXISTS orders (reference TEXT PRIMARY KEY, amount INT, currency TEXT, paid_at TEXT)');

switch (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)) {
    case '/':
        $reference = 'order-' . bin2hex(random_bytes(10));
        $orders->prepare('INSERT INTO orders VALUES (?, ?, ?, NULL)')->execute([$reference, 4999, 'EUR']);
        $token = createOrderToken($reference, 4999, 'EUR');
        $proxyUrl = getenv('PROXY_URL') ?: '/pay';
        header('Cache-Control: no-store');
        echo <<<HTML
            <!doctype html>
            <html lang="en">
              <meta charset="utf-8">
              <meta name="viewport" content="width=device-width, initial-scale=1">
              <title>Checkout</title>
              <style>
                :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
                body { max-width: 26rem; margin: 2rem auto; padding: 0 1rem }
              </style>
              <script type="module" src="/payment-widget/payment-widget.js"></script>
              <h1>Checkout</h1>
              <p>Order number: $reference</p>
              <payment-widget proxy-url="$proxyUrl" amount="4999" currency="EUR"
                reference="$reference" order-token="$token"></payment-widget>
            </html>
            HTML;
        break;
    case '/settled':
        http_response_code(settled($orders));
        break;
    default:
        return false; // a file of the folder public
}
