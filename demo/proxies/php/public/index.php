<?php
// A shop with one article. The program answers below /pay/; see README.md.
declare(strict_types=1);

require __DIR__ . '/../payments.php';
require __DIR__ . '/../orders.php';

ini_set('display_errors', '0');
$path = (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);

match (true) {
    $path === '/' => page('shop'),
    $path === '/orders' && $_SERVER['REQUEST_METHOD'] === 'POST' => redirect('/orders/' . createOrder(4999, 'EUR')),
    $path === '/settled' && $_SERVER['REQUEST_METHOD'] === 'POST' => settled(),
    str_starts_with($path, '/orders/') => checkout(substr($path, strlen('/orders/'))),
    default => http_response_code(404),
};

/** The page on which an order is paid. In your shop, compare the order with the shopper's session. */
function checkout(string $reference): void
{
    $order = findOrder($reference);
    if (!$order) {
        http_response_code(404);
        return;
    }
    if ($order['paid_at']) {
        page('paid', $order);
        return;
    }
    $token = createOrderToken($reference, $order['amount'], $order['currency'], readSecret('ORDER_TOKEN_SECRET'));
    page('checkout', $order + ['token' => $token]);
}

// #region settled
/** The webhook of the program, which repeats it until it gets a 2xx. */
function settled(): void
{
    try {
        ['data' => $payment] = verifyWebhook(readSecret('SETTLED_SECRET'));
    } catch (UnexpectedValueException) {
        http_response_code(401);
        return;
    }
    ['reference' => $reference, 'amount' => $amount, 'currency' => $currency, 'outcome' => $outcome] = $payment;
    if ($outcome === 'paid' && markPaid($reference, $amount, $currency)) {
        error_log("Ship $reference."); // in your shop: a job, created in one transaction with the mark
    } elseif ($outcome === 'paid' && !isPaid($reference)) {
        error_log("Check $reference: it was paid, but no order has this reference and price.");
    }
    http_response_code(204);
}
// #endregion settled

function redirect(string $path): void
{
    header("Location: $path", true, 303);
}

/** Sends a page with a strict policy. See docs/csp.md. */
function page(string $name, array $values = []): void
{
    header(
        "Content-Security-Policy: default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; base-uri 'none'; "
        . "form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types payment-widget",
    );
    header('Cache-Control: no-store');
    $text = fn (string $name) => htmlspecialchars((string) ($values[$name] ?? ''));
    require __DIR__ . "/../pages/$name.php";
}
