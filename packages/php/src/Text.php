<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/** Rules of texts. All texts are UTF-8. */
final class Text
{
    /** One line, without control characters and bidirectional formatting. */
    private const LINE = '/^[^\x{00}-\x{1f}\x{7f}-\x{9f}\x{2028}-\x{202e}\x{2066}-\x{2069}]*$/Du';
    private const INVISIBLE_END = '/^[\p{Z}\s\x{85}\p{Cf}]|[\p{Z}\s\x{85}\p{Cf}]$/Du';
    private const SECRET = '/\b[rs]k_\w{8,}|\bBearer\s+[\w.~+\/-]{8,}=*|-----BEGIN [A-Z ]*PRIVATE KEY-----/i';

    /** In UTF-16 units, as browsers count. */
    public static function length(string $text): int
    {
        return (int) preg_match_all('/[^\x80-\xbf]/', $text) + (int) preg_match_all('/[\xf0-\xf4]/', $text);
    }

    public static function isLine(string $text): bool
    {
        return preg_match(self::LINE, $text) === 1;
    }

    /** Without control characters that are no white space, and bidirectional formatting. */
    public static function isHarmless(string $text): bool
    {
        return preg_match('/(?!\s)\p{Cc}|[\x{202a}-\x{202e}\x{2066}-\x{2069}]/u', $text) === 0;
    }

    /** Whether it looks like an API key or a private key. */
    public static function holdsSecret(string $text): bool
    {
        return preg_match(self::SECRET, $text) === 1;
    }

    /** The name of an order. Nothing is removed from it: two spellings would be two orders. */
    public static function isReference(mixed $value): bool
    {
        return is_string($value) && self::length($value) <= Contract::limit('reference') && self::isLine($value)
            && preg_match(self::INVISIBLE_END, $value) === 0 && self::canonical($value) !== null;
    }

    /**
     * In NFC, so that two spellings of the same text are one order.
     *
     * @return string|null null if only the extension intl can tell, and it is missing
     */
    public static function canonical(string $reference): ?string
    {
        if (preg_match('/^[\x20-\x7e]*$/D', $reference) === 1) {
            return $reference;
        }
        if (class_exists(\Normalizer::class)) { // the extension intl, or a polyfill
            return \Normalizer::normalize($reference, \Normalizer::FORM_C) ?: null;
        }
        $ranges = array_map(fn (array $range) => sprintf('\x{%x}-\x{%x}', ...$range), Contract::list('not_nfc'));
        $mayChange = '/\p{M}|[\x{1161}-\x{1175}\x{11a8}-\x{11c2}' . implode('', $ranges) . ']/u';
        return preg_match($mayChange, $reference) === 0 ? $reference : null;
    }
}
