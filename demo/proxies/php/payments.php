<?php
// Order tokens and webhooks. Copy this file.
declare(strict_types=1);

/** The text of a secret file, without its line break. */
function readSecret(string $name): string
{
    $secret = trim((string) file_get_contents((string) getenv("{$name}_FILE")));
    if (strlen($secret) < 32) throw new RuntimeException("$name is missing or too short."); // anyone could sign with an empty key
    return $secret;
}

function base64url(string $bytes): string
{
    return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
}

// #region order-token
/** A token that permits to pay this order, at this price, for an hour. Give it only to the shopper whose order it is. */
function createOrderToken(string $reference, int $amount, string $currency, string $secret): string
{
    $claims = ['reference' => $reference, 'amount' => $amount, 'currency' => $currency, 'exp' => time() + 3600];
    $signed = base64url('{"alg":"HS256"}') . '.' . base64url(json_encode($claims, JSON_THROW_ON_ERROR));
    return $signed . '.' . base64url(hash_hmac('sha256', $signed, $secret, true));
}
// #endregion order-token

// #region webhook
/** The event of this request, which the program has signed less than five minutes ago. */
function verifyWebhook(string $secret): array
{
    $body = (string) file_get_contents('php://input');
    [$id, $sent] = [$_SERVER['HTTP_WEBHOOK_ID'] ?? '', $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? ''];
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sent.$body", $key, true));
    $signatures = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');
    $matching = array_filter($signatures, fn (string $signature) => hash_equals($expected, $signature));
    if (!$matching || abs(time() - (int) $sent) > 300) throw new UnexpectedValueException('Not a webhook of the program.');
    return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
}
// #endregion webhook
