<?php

declare(strict_types=1);

namespace App;

use Illuminate\Http\Request;

/** Order tokens and webhooks. */
class Payments
{
    // #region order-token
    /** A token that permits to pay this order, at this price, for an hour. Give it only to the shopper whose order it is. */
    public static function createOrderToken(string $reference, int $amount, string $currency): string
    {
        $claims = ['reference' => $reference, 'amount' => $amount, 'currency' => $currency, 'exp' => time() + 3600];
        $signed = self::base64url('{"alg":"HS256"}') . '.' . self::base64url(json_encode($claims, JSON_THROW_ON_ERROR));
        return $signed . '.' . self::base64url(hash_hmac('sha256', $signed, self::secret('order_token_secret'), true));
    }
    // #endregion order-token

    // #region webhook
    /** The event of a request, which the program has signed less than five minutes ago. */
    public static function verifyWebhook(Request $request): array
    {
        [$id, $sent] = [$request->header('webhook-id', ''), $request->header('webhook-timestamp', '')];
        $key = base64_decode(substr(self::secret('settled_secret'), strlen('whsec_')));
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sent.{$request->getContent()}", $key, true));
        $signatures = explode(' ', $request->header('webhook-signature', ''));
        $matching = array_filter($signatures, fn (string $signature) => hash_equals($expected, $signature));
        abort_if(!$matching || abs(time() - (int) $sent) > 300, 401);
        return json_decode($request->getContent(), true, flags: JSON_THROW_ON_ERROR);
    }
    // #endregion webhook

    private static function base64url(string $bytes): string
    {
        return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    }

    private static function secret(string $name): string
    {
        $secret = (string) config("payments.$name");
        throw_if(strlen($secret) < 32, "payments.$name is missing or too short."); // anyone could sign with an empty key
        return $secret;
    }
}
