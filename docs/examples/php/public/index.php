<?php

require __DIR__ . '/../vendor/autoload.php';

use PaymentWidget\Proxy\OrderToken;

$order = ['reference' => 'order-' . bin2hex(random_bytes(8)), 'amount' => 4999, 'currency' => 'EUR']; // from your database
$token = OrderToken::create(...$order, secret: (string) getenv('ORDER_TOKEN_SECRET'));
header('Cache-Control: no-store');
?>
<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Checkout</title>
  <style>
    :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
    body { max-width: 26rem; margin: 2rem auto; padding: 0 1rem; }
  </style>
  <link rel="stylesheet" href="/payment-widget/payment-widget.css">
  <script type="module" src="/payment-widget/payment-widget.js"></script>
  <h1>Checkout</h1>
  <p>Order number: <?= $order['reference'] ?></p>
  <payment-widget proxy-url="/pay.php" amount="<?= $order['amount'] ?>" currency="<?= $order['currency'] ?>"
    reference="<?= $order['reference'] ?>" order-token="<?= $token ?>"></payment-widget>
</html>
