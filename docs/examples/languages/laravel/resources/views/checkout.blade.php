<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>Checkout</title>
  <style>
    :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
    body { max-width: 26rem; margin: 2rem auto; padding: 0 1rem; }
  </style>
  <script type="module" src="/payment-widget/payment-widget.js"></script>
  <h1>Checkout</h1>
  <p>Order number: {{ $reference }}</p>
  <payment-widget proxy-url="{{ config('payments.proxy_url') }}" amount="{{ $amount }}" currency="{{ $currency }}"
    reference="{{ $reference }}" order-token="{{ $token }}"></payment-widget>
</html>
