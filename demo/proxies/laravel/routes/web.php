<?php

use App\Http\Controllers\CheckoutController;
use Illuminate\Support\Facades\Route;

Route::get('/', [CheckoutController::class, 'shop']);
Route::post('/orders', [CheckoutController::class, 'buy']);
Route::get('/orders/{reference}', [CheckoutController::class, 'show']);
Route::post('/settled', [CheckoutController::class, 'settled'])->withoutMiddleware('web'); // it is signed
