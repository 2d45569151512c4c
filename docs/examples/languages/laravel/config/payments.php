<?php

return [
    'order_token_secret' => env('ORDER_TOKEN_SECRET'),
    'settled_secret' => env('SETTLED_SECRET'),
    'price_secret' => env('PRICE_SECRET'),
];
