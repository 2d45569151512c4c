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
  <title>Checkout</title>
  <link rel="stylesheet" href="/payment-widget/payment-widget.css">
  <script type="module" src="/payment-widget/payment-widget.js"></script>
  <payment-widget proxy-url="/pay.php" amount="<?= $order['amount'] ?>" currency="<?= $order['currency'] ?>"
    reference="<?= $order['reference'] ?>" order-token="<?= $token ?>"></payment-widget>
</html>
