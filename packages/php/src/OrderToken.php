<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/** A proof that its holder may pay an order: a compact JWS (RFC 7515) with HMAC SHA-256. */
final class OrderToken
{
    /** Base64url, with the one spelling of a signature of 32 bytes: decoders accept others. */
    private const COMPACT_JWS = '/^([\w-]+)\.([\w-]+)\.([\w-]{42}[AEIMQUYcgkosw048])$/D';

    private const MAX_EXPIRES_IN = 30 * 86_400;
    /** The clocks of shop and proxy may differ. An `exp` in milliseconds would never pass. */
    private const MAX_LIFETIME = self::MAX_EXPIRES_IN + 86_400;

    /**
     * @param array{reference: string, amount: int, currency: string}|null $order null if the token is invalid
     * @param array<string, string|int> $hint members of the refusal in Test mode, for the developer of the page
     */
    private function __construct(
        public readonly ?array $order,
        public readonly bool $isExpired,
        public readonly array $hint = [],
    ) {
    }

    /**
     * Creates a token for the `order-token` of the page. Give it only to the shopper who may pay this order.
     *
     * @param int $amount in minor units: 4999 is 49.99 EUR
     * @param string $currency ISO 4217
     * @param string $secret the (new) `orderTokenSecret` of the proxy
     * @param int $expiresIn seconds, at most 2,592,000 (30 days)
     * @throws \InvalidArgumentException if an argument is invalid; it quotes none
     */
    public static function create(
        string $reference,
        int $amount,
        string $currency,
        #[\SensitiveParameter] string $secret,
        int $expiresIn = 3600,
    ): string {
        $claims = compact('reference', 'amount', 'currency');
        if (Options::secretProblem($secret) !== null) {
            throw new \InvalidArgumentException('OrderToken: expected a secret of 32 random bytes.');
        }
        if ($expiresIn < 1 || $expiresIn > self::MAX_EXPIRES_IN) {
            throw new \InvalidArgumentException('OrderToken: expected expiresIn from 1 to ' . self::MAX_EXPIRES_IN . '.');
        }
        if (!self::isOrder($claims)) {
            throw new \InvalidArgumentException('OrderToken: reference, amount or currency is invalid.');
        }
        $parts = [['alg' => 'HS256', 'typ' => 'JWT'], [...$claims, 'exp' => time() + $expiresIn]];
        $signed = implode('.', array_map(fn (array $part) => self::toBase64Url(Json::encode($part)), $parts));
        return $signed . '.' . self::sign($signed, $secret);
    }

    /**
     * @param list<string> $secrets
     * @param int $now seconds since 1970
     */
    public static function read(?string $token, #[\SensitiveParameter] array $secrets, int $now): self
    {
        $isToken = strlen((string) $token) <= Contract::limit('order_token')
            && preg_match(self::COMPACT_JWS, (string) $token, $match) === 1;
        if (!$isToken) {
            return self::invalid((string) $token === '' ? 'missing' : 'malformed');
        }
        [, $header, $claims, $signature] = $match;
        $isSigned = false;
        foreach ($secrets as $secret) {
            $isSigned = hash_equals(self::sign("$header.$claims", $secret), $signature) || $isSigned;
        }
        $header = self::decode($header);
        $claims = self::decode($claims);
        $exp = $claims['exp'] ?? null;
        if (!$isSigned || ($header['alg'] ?? null) !== 'HS256' || array_key_exists('crit', $header)) {
            return self::invalid('signature');
        }
        ['iat' => $iat, 'nbf' => $start] = $claims + ['iat' => 0, 'nbf' => 0];
        $isEarly = self::isTime($start) && $start > $now;
        $hasTimes = self::isTime($exp) && self::isTime($iat) && self::isTime($start) && !$isEarly;
        if (!self::isOrder($claims) || !$hasTimes) {
            return self::invalid('claims');
        }
        if ($exp > $now + self::MAX_LIFETIME) {
            return self::invalid('lifetime');
        }
        ['reference' => $reference, 'amount' => $amount, 'currency' => $currency] = $claims;
        $order = ['reference' => $reference, 'amount' => (int) $amount, 'currency' => $currency];
        return new self($order, $exp <= $now, ['now' => $now]);
    }

    private static function isTime(mixed $value): bool
    {
        return is_int($value) || (is_float($value) && is_finite($value));
    }

    private static function invalid(string $reason): self
    {
        return new self(null, false, ['reason' => $reason]);
    }

    /** Without what would help those who forge tokens. */
    public function withoutHint(): self
    {
        return new self($this->order, $this->isExpired);
    }

    /** Why a payment with this token is refused. */
    public function refusal(): ?Problem
    {
        if ($this->order === null) {
            return Problem::invalidToken(members: $this->hint);
        }
        $detail = 'The order token has expired. Expected a new one.';
        return $this->isExpired ? new Problem(403, 'order_token_expired', $detail, members: $this->hint) : null;
    }

    /** @throws Problem 403 */
    public function check(): void
    {
        if ($refusal = $this->refusal()) {
            throw $refusal;
        }
    }

    /** @return string|null the order, expired or not, in its canonical form */
    public function reference(): ?string
    {
        return $this->order === null ? null : Text::canonical($this->order['reference']);
    }

    /** @param array<string, mixed> $order */
    public static function isOrder(array $order): bool
    {
        $reference = $order['reference'] ?? '';
        return $reference !== '' && Text::isReference($reference) && Contract::isAmount($order['amount'] ?? null)
            && Contract::isCurrency($order['currency'] ?? null);
    }

    private static function sign(string $text, #[\SensitiveParameter] string $secret): string
    {
        return self::toBase64Url(hash_hmac('sha256', $text, $secret, true));
    }

    private static function toBase64Url(string $bytes): string
    {
        return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    }

    /** @return array<string, mixed> */
    private static function decode(string $part): array
    {
        $value = json_decode((string) base64_decode(strtr($part, '-_', '+/'), true), true);
        return is_array($value) ? $value : [];
    }
}
