<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/** The lists that page and proxies share, from a file that the build of the widget writes. */
final class Contract
{
    public const IDEMPOTENCY_KEY = 'Idempotency-Key';
    public const ORDER_TOKEN = 'Order-Token';
    public const PAYMENTS_MODE = 'Payments-Mode';
    public const PAYMENTS_ATTEMPT = 'Payments-Attempt';
    public const IDEMPOTENCY_REPLAYED = 'Idempotency-Replayed';
    public const JSON_TYPE = 'application/json';
    public const PROBLEM_TYPE = 'application/problem+json';

    /** @var array<string, mixed>|null */
    private static ?array $lists = null;

    public static function list(string $name): mixed
    {
        $file = __DIR__ . '/../resources/contract.json';
        self::$lists ??= json_decode((string) file_get_contents($file), true, flags: JSON_THROW_ON_ERROR);
        return self::$lists[$name];
    }

    /** @return int|array<string, int> */
    public static function limit(string $name): int|array
    {
        return self::list('limits')[$name];
    }

    /** Whether it is a whole number of minor units, from 1 to the largest one. JSON may write it as 4999.0. */
    public static function isAmount(mixed $value): bool
    {
        $isWhole = is_int($value) || (is_float($value) && floor($value) === $value);
        return $isWhole && $value > 0 && $value <= self::limit('amount');
    }

    /** Decimals of an active ISO 4217 currency, such as 2 for EUR. */
    public static function decimals(string $currency): ?int
    {
        return self::list('currencies')[$currency] ?? null;
    }

    public static function isCurrency(mixed $value): bool
    {
        return is_string($value) && self::decimals($value) !== null;
    }

    public static function isIdempotencyKey(?string $key): bool
    {
        return preg_match('/^[\w-]{22,255}$/D', (string) $key) === 1;
    }

    /**
     * What a status of the service means: anything uncertain is unknown.
     *
     * @param string $kind of its body: `json`, `none`, or `page` and `cut`, which cannot be read
     * @return array{outcome: 'paid'|'pending'|'not_charged'|'unknown', code?: string}
     */
    public static function meaningOf(int $status, string $kind = 'none'): array
    {
        $meaning = self::list('statuses')[$status] ?? null;
        if ($meaning === 'paid' || $meaning === 'pending') {
            $isReadable = $kind === 'json' || $kind === 'none';
            return $isReadable ? ['outcome' => $meaning] : ['outcome' => 'unknown', 'code' => 'unreadable_answer'];
        }
        if ($meaning !== null) {
            return ['outcome' => 'not_charged', 'code' => $meaning];
        }
        $other = $status >= 500 ? 'service_error' : 'unexpected_answer';
        return ['outcome' => 'unknown', 'code' => [408 => 'timeout', 409 => 'conflict'][$status] ?? $other];
    }
}
