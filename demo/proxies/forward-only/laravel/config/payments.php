<?php

return [
    'base_url' => env('PAYMENTS_BASE_URL'),
    'api_key' => env('PAYMENTS_API_KEY'),
    'mode' => env('PAYMENTS_MODE'), // test or live
];
