<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Payments;
use Illuminate\Http\RedirectResponse;
use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Log;

/** A shop with one article. The program answers below /pay/. */
class CheckoutController
{
    // See docs/csp.md.
    private const HEADERS = [
        'Cache-Control' => 'no-store',
        'Content-Security-Policy' => "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; base-uri 'none'; "
            . "form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types payment-widget",
    ];

    public function shop(): Response
    {
        return response()->view('shop', [], 200, self::HEADERS);
    }

    /** Creates an order, with a reference that is hard to guess. */
    public function buy(): RedirectResponse
    {
        $reference = 'order-' . bin2hex(random_bytes(10));
        DB::table('orders')->insert(['reference' => $reference, 'amount' => 4999, 'currency' => 'EUR']);
        return new RedirectResponse("/orders/$reference", 303);
    }

    // #region checkout
    /** The page on which an order is paid. In your shop, compare the order with the signed-in user. */
    public function show(string $reference): Response
    {
        $order = DB::table('orders')->where('reference', $reference)->first() ?? abort(404);
        $token = Payments::createOrderToken($reference, (int) $order->amount, $order->currency);
        $page = $order->paid_at ? 'paid' : 'checkout';
        return response()->view($page, ['order' => $order, 'token' => $token], 200, self::HEADERS);
    }
    // #endregion checkout

    // #region settled
    /** The webhook of the program, which repeats it until it gets a 2xx. */
    public function settled(Request $request): Response
    {
        ['data' => $payment] = Payments::verifyWebhook($request);
        ['reference' => $reference, 'amount' => $amount, 'currency' => $currency, 'outcome' => $outcome] = $payment;
        $orders = fn () => DB::table('orders')->where('reference', $reference);
        $unpaid = $orders()->where(['amount' => $amount, 'currency' => $currency])->whereNull('paid_at');
        if ($outcome === 'paid' && $unpaid->update(['paid_at' => now()]) === 1) { // 0 if the webhook arrives again
            Log::info("Ship $reference."); // in your shop: a job, dispatched in one transaction with the mark
        } elseif ($outcome === 'paid' && !$orders()->value('paid_at')) {
            Log::error("Check $reference: it was paid, but no order has this reference and price.");
        }
        return response()->noContent();
    }
    // #endregion settled
}
