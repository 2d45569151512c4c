<?php

use App\Payments;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Log;
use Illuminate\Support\Facades\Route;

Route::post('/settled', function (Request $request, Payments $payments) {
    $payment = $payments->webhook($request)['data'];
    $isPrice = [$payment['amount'], $payment['currency']] === [4999, 'EUR']; // replace with your model
    Log::info($payment['reference'] . ' ' . ($isPrice ? $payment['outcome'] : 'at another price'));
    return response()->noContent();
});

Route::get('/price', function (Request $request, Payments $payments) {
    $payments->authorizePriceRequest($request, $request->query('reference'));
    return ['amount' => 4999, 'currency' => 'EUR']; // replace with your model
});
