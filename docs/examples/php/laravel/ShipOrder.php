<?php

namespace App\Payments;

use Illuminate\Support\Facades\DB;
use PaymentWidget\Proxy\SettledPayment;

/** `'onSettled' => App\Payments\ShipOrder::class` in config/payments.php. It may be called twice for one payment. */
class ShipOrder
{
    public function __invoke(SettledPayment $payment): void
    {
        if ($payment->outcome !== 'paid') {
            return;
        }
        $price = ['reference' => $payment->reference, 'amount' => $payment->amount, 'currency' => $payment->currency];
        DB::table('orders')->where($price)->whereNull('paid_at')->update(['paid_at' => now()]);
    }
}
