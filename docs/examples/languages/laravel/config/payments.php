<?php

return [
    'order_token_secret' => env('ORDER_TOKEN_SECRET'),
    'settled_secret' => env('SETTLED_SECRET'),
];
