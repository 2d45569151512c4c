<?php

return [
    'proxy_url' => env('PROXY_URL', '/pay'),
    'order_token_secret' => env('ORDER_TOKEN_SECRET'),
    'settled_secret' => env('SETTLED_SECRET'),
];
