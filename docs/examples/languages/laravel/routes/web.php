<?php

use App\Payments;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Route;

Route::get('/checkout', function (Request $request, Payments $payments) {
    $order = ['reference' => $request->query('reference'), 'amount' => 4999, 'currency' => 'EUR']; // replace with your model
    return view('checkout', [...$order, 'token' => $payments->orderToken(...$order)]);
});
