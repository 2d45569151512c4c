<?php

/** The options of PaymentWidget\Proxy\Options, by name. A function is the name of an invokable class. */
return [
    'path' => 'pay',
    'baseUrl' => (string) env('PAYMENTS_BASE_URL'),
    'apiKey' => (string) env('PAYMENTS_API_KEY'),
    'mode' => (string) env('PAYMENTS_MODE', 'test'),
    'store' => (string) env('PAYMENTS_STORE', 'sqlite:' . storage_path('payments.sqlite')),
    'storeUser' => env('PAYMENTS_STORE_USER'),
    'storePassword' => env('PAYMENTS_STORE_PASSWORD'),
    'orderTokenSecret' => env('ORDER_TOKEN_SECRET'),
    'onSettled' => null, // such as App\Payments\ShipOrder::class, with __invoke(SettledPayment $payment)
];
