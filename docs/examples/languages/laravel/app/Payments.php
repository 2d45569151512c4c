<?php

declare(strict_types=1);

namespace App;

use Firebase\JWT\JWT;
use Illuminate\Http\Request;

class Payments
{
    // #region token
    /** A token that permits to pay this order, at this price, for an hour. Give it only to the shopper whose order it is. */
    public static function createOrderToken(string $reference, int $amount, string $currency): string
    {
        $exp = now()->addHour()->getTimestamp();
        return JWT::encode(compact('reference', 'amount', 'currency', 'exp'), self::secret('order_token_secret'), 'HS256');
    }

    private static function secret(string $name): string
    {
        $secret = (string) config("payments.$name");
        throw_if(strlen($secret) < 32, "payments.$name is missing or too short."); // anyone could sign with an empty key
        return $secret;
    }
    // #endregion token

    // #region webhook
    /** The event of a request. Answers with 401 unless the program has signed it less than five minutes ago. */
    public static function verifyWebhook(Request $request): array
    {
        [$id, $sent] = [$request->header('webhook-id', ''), $request->header('webhook-timestamp', '')];
        $key = base64_decode(substr(self::secret('settled_secret'), strlen('whsec_')));
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sent.{$request->getContent()}", $key, true));
        $signatures = collect(explode(' ', (string) $request->header('webhook-signature')));
        abort_unless($signatures->contains(fn (string $signature) => hash_equals($expected, $signature)), 401);
        abort_if(abs(time() - (int) $sent) > 300, 401);
        return $request->json()->all();
    }
    // #endregion webhook
}
