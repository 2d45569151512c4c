<?php

use PaymentWidget\Proxy\Options;
use PaymentWidget\Proxy\SettledPayment;

return new Options(
    baseUrl: (string) getenv('PAYMENTS_BASE_URL'),
    apiKey: (string) getenv('PAYMENTS_API_KEY'),
    mode: 'test', // the kind of the key
    store: 'sqlite:' . __DIR__ . '/payments.sqlite',
    orderTokenSecret: (string) getenv('ORDER_TOKEN_SECRET'),
    onSettled: function (SettledPayment $payment): void {
        if ($payment->outcome === 'paid') {
            error_log("Ship $payment->reference."); // in your shop: mark the order as paid, once
        }
    },
);
