<?php

declare(strict_types=1); // otherwise a wrong secret would be an empty key

namespace App;

use Illuminate\Http\Request;
use RuntimeException;

class Payments
{
    // #region secret
    private function secret(string $name): string
    {
        $secret = (string) config("payments.$name");
        throw_if(strlen($secret) < 32, RuntimeException::class, "payments.$name is missing or too short.");
        return $secret;
    }

    private function base64url(string $bytes): string
    {
        return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    }
    // #endregion secret

    // #region token
    public function orderToken(string $reference, int $amount, string $currency): string
    {
        $exp = now()->addHour()->getTimestamp();
        $claims = json_encode(compact('reference', 'amount', 'currency', 'exp'), JSON_THROW_ON_ERROR);
        $signed = $this->base64url('{"alg":"HS256"}') . '.' . $this->base64url($claims);
        $hash = hash_hmac('sha256', $signed, $this->secret('order_token_secret'), true);
        return $signed . '.' . $this->base64url($hash);
    }
    // #endregion token

    // #region webhook
    /** Returns the event of a request, or answers with 401. */
    public function webhook(Request $request): array
    {
        [$id, $sent] = [$request->header('webhook-id'), $request->header('webhook-timestamp')];
        $key = base64_decode(substr($this->secret('settled_secret'), strlen('whsec_')), true);
        $hash = hash_hmac('sha256', "$id.$sent.{$request->getContent()}", $key, true);
        $expected = 'v1,' . base64_encode($hash);
        $signatures = collect(explode(' ', (string) $request->header('webhook-signature')));
        abort_unless($signatures->contains(fn (string $signature) => hash_equals($expected, $signature)), 401);
        abort_if(abs(time() - (int) $sent) > 300, 401);
        return $request->json()->all();
    }
    // #endregion webhook

    // #region price
    /** Answers with 401 unless the program asks for the price of this order. */
    public function authorizePriceRequest(Request $request, string $reference): void
    {
        [$header, $payload, $signature] = explode('.', (string) $request->bearerToken()) + ['', '', ''];
        $hash = hash_hmac('sha256', "$header.$payload", $this->secret('price_secret'), true);
        abort_unless(hash_equals($this->base64url($hash), $signature), 401);
        $claims = json_decode(base64_decode(strtr($payload, '-_', '+/')), true);
        abort_unless($claims['aud'] === 'price' && $claims['exp'] > time() && $claims['reference'] === $reference, 401);
    }
    // #endregion price
}
