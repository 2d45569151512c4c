<?php
// A payment proxy: POST /pay/v1/payments. See docs/contract.md.
declare(strict_types=1);

ini_set('display_errors', '0');
const MAX_BODY_BYTES = 16384;
const MEMBERS = ['amount', 'currency', 'reference', 'description', 'customer', 'payment_method', 'metadata'];

header_remove('X-Powered-By');
header('Cache-Control: no-store');
header('X-Content-Type-Options: nosniff');

$mode = setting('PAYMENTS_MODE', '/^(test|live)$/D', 'test or live');
header("Payments-Mode: $mode");
$apiKey = setting('PAYMENTS_API_KEY', '/^[\x21-\x7e]+$/D', 'the API key, without spaces');
$baseUrl = setting(
    'PAYMENTS_BASE_URL',
    $mode === 'test' ? '~^https?://[^/]~i' : '~^(https://[^/]|http://(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?(/|$))~i',
    'an http or https URL, https in live mode', // allows http to localhost
);

$path = strtok($_SERVER['REQUEST_URI'], '?');
if ($path !== '/pay/v1/payments') problem(404, 'not_found', 'Expected /pay/v1/payments.');
if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    header('Allow: POST');
    problem(405, 'not_found', 'Expected POST.');
}
if (!isSameOrigin()) problem(403, 'origin_not_allowed', 'Cross-origin request. Expected the origin of this proxy.');
if (!preg_match('~^application/json\s*(;|$)~i', $_SERVER['CONTENT_TYPE'] ?? '')) {
    problem(415, 'invalid_request', 'Expected Content-Type: application/json.');
}
if (($_SERVER['HTTP_CONTENT_ENCODING'] ?? '') !== '') {
    problem(415, 'invalid_request', 'Expected no Content-Encoding.');
}
$key = $_SERVER['HTTP_IDEMPOTENCY_KEY'] ?? '';
if (!preg_match('/^[\w-]{22,255}$/D', $key)) problem(400, 'invalid_request', 'Expected an Idempotency-Key of 22 to 255 letters, digits, - and _.');

$body = (string) file_get_contents('php://input', false, null, 0, MAX_BODY_BYTES + 1);
if (strlen($body) > MAX_BODY_BYTES || (int) ($_SERVER['CONTENT_LENGTH'] ?? 0) > MAX_BODY_BYTES) {
    problem(413, 'invalid_request', 'The body is too long. Expected at most 16 KiB.');
}
$payment = json_decode($body, false, 8); // as objects, so that {} does not become []
if (!is_object($payment)) problem(400, 'invalid_request', 'The body is not a JSON object.');
if (array_diff(array_keys((array) $payment), MEMBERS)) problem(422, 'invalid_request', 'The body has unknown members.');

$reference = $payment->reference ?? '';
$price = is_string($reference) ? priceOf($reference, $mode) : null;
if (!$price) problem(404, 'unknown_order', 'Unknown order.');
if ([$payment->amount ?? null, $payment->currency ?? null] !== array_values($price)) {
    problem(409, 'amount_changed', 'The amount of this order has changed.', 'not_charged', $price);
}

// Sends the checked values. Another parser may read the original text differently.
foreach ($price as $name => $value) $payment->$name = $value;
$checked = json_encode($payment, JSON_PRESERVE_ZERO_FRACTION);
if ($checked === false) problem(422, 'invalid_request', 'The body has an invalid number.'); // such as 1e999
$retryAfter = null;
$service = curl_init(rtrim($baseUrl, '/') . '/v1/payments');
curl_setopt_array($service, [
    CURLOPT_POSTFIELDS => $checked,
    CURLOPT_HTTPHEADER => [
        "Authorization: Bearer $apiKey",
        'Content-Type: application/json',
        'Accept: application/json',
        "Idempotency-Key: $key",
    ],
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_FOLLOWLOCATION => false, // would send the card to another server
    CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
    CURLOPT_CONNECTTIMEOUT => 5,
    CURLOPT_TIMEOUT => 30,
    CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$retryAfter): int {
        if (preg_match('/^Retry-After:\s*([\w ,:+-]{1,40})\s*$/i', $line, $found)) $retryAfter = trim($found[1]);
        return strlen($line);
    },
]);
$response = curl_exec($service); // no retry: the card may have been charged
$status = curl_getinfo($service, CURLINFO_RESPONSE_CODE);
if ($response === false) {
    $code = curl_errno($service);
    if (in_array($code, [CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_SSL_CACERT], true)) {
        problem(502, 'service_unreachable', 'The payments service cannot be reached.');
    }
    if ($code === CURLE_OPERATION_TIMEDOUT) problem(504, 'timeout', 'The payments service did not respond in time.', 'unknown');
    problem(502, 'connection_lost', 'The connection to the payments service was lost.', 'unknown');
}
$isJson = json_decode($response) !== null || json_last_error() === JSON_ERROR_NONE;
if (($status >= 300 && $status < 400) || ($response !== '' && !$isJson)) {
    problem(502, 'unreadable_answer', 'The response of the payments service is not valid.', 'unknown');
}
http_response_code($status);
if ($retryAfter !== null) header("Retry-After: $retryAfter");
header('Content-Type: application/json');
// Drops a body that contains the API key or the card. The status is enough.
echo containsSecret($response, $apiKey, $payment->payment_method->card ?? null) ? '{}' : $response;

// #region price
/**
 * The price of an order. Replace this with a database query. Anyone who knows the reference may see the price, so use
 * references that no one can guess, or compare the order with the shopper's session.
 */
function priceOf(string $reference, string $mode): ?array
{
    if ($mode === 'test' && str_starts_with($reference, 'check-proxy-')) return ['amount' => 4999, 'currency' => 'EUR'];
    return ['order-1042-5f2c9e7a1b3d4860' => ['amount' => 4999, 'currency' => 'EUR']][$reference] ?? null;
}
// #endregion price

function containsSecret(string $response, string $apiKey, mixed $card): bool
{
    if (str_contains($response, $apiKey)) return true;
    [$number, $code] = array_map(
        fn ($digits) => is_scalar($digits) ? preg_replace('/\D/', '', (string) $digits) : '',
        [$card->number ?? '', $card->cvc ?? ''],
    );
    // Finds the number with any separators. Finds the security code only after its name: three digits alone are ambiguous.
    return ($number !== '' && str_contains(preg_replace('/\D/', '', $response), $number))
        || ($code !== '' && preg_match("/(cv|csc|cid|security|verification|card_?code)[\w ]{0,30}\W{1,30}$code\b/i", $response));
}

function isSameOrigin(): bool
{
    $origin = $_SERVER['HTTP_ORIGIN'] ?? null;
    $site = $_SERVER['HTTP_SEC_FETCH_SITE'] ?? null;
    if ($site !== null) return $site === 'same-origin' || $site === 'none';
    return $origin === null || parse_url($origin, PHP_URL_SCHEME) . '://' . $_SERVER['HTTP_HOST'] === $origin;
}

function problem(int $status, string $code, string $detail, string $outcome = 'not_charged', array $more = []): never
{
    http_response_code($status);
    header('Content-Type: application/problem+json');
    $document = ['type' => 'about:blank', 'title' => 'Payment refused', 'status' => $status, 'detail' => $detail];
    exit(json_encode($document + ['code' => $code, 'outcome' => $outcome] + $more));
}

/** An environment variable. If it is missing or invalid, responds with an error and sends nothing. */
function setting(string $name, string $pattern, string $expected): string
{
    $value = (string) getenv($name);
    if (!preg_match($pattern, $value)) problem(500, 'proxy_error', "$name must be $expected.");
    return $value;
}
