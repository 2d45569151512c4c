<?php
// Stands in for firebase/php-jwt, which Debian does not have.
declare(strict_types=1);

namespace Firebase\JWT;

final class JWT
{
    public static function encode(array $payload, string $key, string $alg): string
    {
        if ($alg !== 'HS256') throw new \DomainException('Algorithm not supported');
        $base64url = fn (string $bytes) => rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
        $signed = $base64url('{"typ":"JWT","alg":"HS256"}') . '.' . $base64url(json_encode($payload));
        return $signed . '.' . $base64url(hash_hmac('sha256', $signed, $key, true));
    }
}
