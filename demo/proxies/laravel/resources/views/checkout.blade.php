<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>Checkout</title>
  <link rel="stylesheet" href="/shop.css" />
  <link rel="stylesheet" href="/payment-widget/payment-widget.css" />
  <script type="module" src="/payment-widget/payment-widget.js"></script>

  <main>
    <h1>Checkout</h1>
    <payment-widget
      proxy-url="/pay"
      amount="{{ $order->amount }}"
      currency="{{ $order->currency }}"
      reference="{{ $order->reference }}"
      order-token="{{ $token }}"
    >
      <p>The payment form could not be loaded. Please call us.</p>
    </payment-widget>
  </main>
</html>
