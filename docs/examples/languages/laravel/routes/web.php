<?php

use App\Payments;
use Illuminate\Http\Request;
use Illuminate\Support\Arr;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Log;
use Illuminate\Support\Facades\Route;
use Illuminate\Support\Str;

Route::get('/', function () {
    $order = ['reference' => 'order-' . Str::uuid(), 'amount' => 4999, 'currency' => 'EUR'];
    DB::table('orders')->insert($order);
    $page = view('checkout', $order + ['token' => Payments::createOrderToken(...array_values($order))]);
    return response($page)->header('Cache-Control', 'no-store');
});

/** The program repeats its webhook until it gets a 2xx. */
Route::post('/settled', function (Request $request) {
    $payment = Payments::verifyWebhook($request)['data'];
    if ($payment['outcome'] !== 'paid') return response()->noContent();
    $price = Arr::only($payment, ['reference', 'amount', 'currency']);
    $orders = DB::table('orders')->where($price);
    $isMarked = (clone $orders)->whereNull('paid_at')->update(['paid_at' => now()]) === 1;
    if ($isMarked) Log::info("Ship $payment[reference]."); // in your shop: a job, dispatched in one transaction with the mark
    if ($orders->doesntExist()) Log::error("Check $payment[reference]: no order has this price.");
    return response()->noContent();
})->withoutMiddleware('web'); // no check for CSRF: it is signed
