<?php

use App\Http\Controllers\PaymentsController;
use Illuminate\Support\Facades\Route;

Route::post('/pay/v1/payments', [PaymentsController::class, 'pay']);
Route::any('/pay/{any}', [PaymentsController::class, 'other'])->where('any', '.*');
