<!doctype html>
<html lang="en">
  <title>Checkout</title>
  <script type="module" src="/payment-widget/payment-widget.js"></script>
  <payment-widget proxy-url="{{ config('payments.proxy_url') }}" amount="{{ $amount }}" currency="{{ $currency }}"
    reference="{{ $reference }}" order-token="{{ $token }}"></payment-widget>
</html>
