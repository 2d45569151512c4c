<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/**
 * Removes API keys, the card of the payment, and stack traces from responses of the service, before they are stored or
 * returned. Finds secrets verbatim or URL-encoded, card numbers also with separators or as JSON numbers.
 */
final class Redactor
{
    public const REDACTED = '[masked]';
    /** Members that may hold a security code. Elsewhere three digits may mean anything. */
    private const CODE_NAME = '/cv|csc|cid|security|verification|card_?code/i';
    private const STACK_NAME = '/^(stack|stack_?trace|traceback|back_?trace)$/Di';
    /** Digits with up to three other characters between each two. Possessive: in linear time. */
    private const DIGITS = '/[0-9](?:[^\p{L}\p{N}]{0,3}+[0-9])++/u';
    private const MAX_NODES = 1000;
    private const MAX_DEPTH = 100;
    /** Shorter keys occur in ordinary text. */
    private const MIN_KEY_LENGTH = 6;

    private readonly string $secrets;
    private readonly ?string $number;
    private int $nodes = 0;

    /** @param list<string> $apiKeys */
    public function __construct(
        #[\SensitiveParameter] array $apiKeys,
        #[\SensitiveParameter] ?string $number = null,
        #[\SensitiveParameter] private ?string $cvc = null,
    ) {
        $long = array_filter($apiKeys, fn (string $key) => strlen($key) >= self::MIN_KEY_LENGTH);
        $quoted = array_map(fn (string $key) => preg_quote($key, '/'), $long);
        $this->secrets = '/' . (implode('|', $quoted) ?: '(?!)') . '/i';
        $this->number = $number;
    }

    /**
     * @return string|null the JSON, as it is if it holds no secret; null above 1,000 values or 100 levels
     */
    public function json(string $json): ?string
    {
        $value = json_decode($json, false, self::MAX_DEPTH, JSON_INVALID_UTF8_SUBSTITUTE);
        if (json_last_error() !== JSON_ERROR_NONE) {
            return null;
        }
        try {
            $this->nodes = 0;
            $redacted = Json::encode($this->value($value));
            $isSame = $redacted === Json::encode($value) && Json::flaw($json) === null && preg_match('//u', $json) === 1;
        } catch (\RangeException | \JsonException) {
            return null;
        }
        return $isSame ? $json : $redacted;
    }

    public function withoutCode(): self
    {
        $copy = clone $this;
        $copy->cvc = null;
        return $copy;
    }

    /** Redacts the whole text if a secret shows only after URL decoding. */
    public function text(string $text, bool $mayBeCode = false): string
    {
        // Only ASCII is decoded: another character can only be a separator.
        $decoded = self::replace('/%([\da-f]{2})/i', function (array $match): string {
            $code = hexdec($match[1]);
            return $code < 0x80 ? chr((int) $code) : ($code < 0xc0 ? '' : ' ');
        }, $text);
        $isHidden = $decoded !== $text && $this->withoutSecrets($decoded, $mayBeCode) !== $decoded;
        return $isHidden ? self::REDACTED : $this->withoutSecrets($text, $mayBeCode);
    }

    private function withoutSecrets(string $text, bool $mayBeCode): string
    {
        $before = self::replace($this->secrets, fn () => self::REDACTED, $text);
        $after = $this->withoutNumber($before);
        if (!$mayBeCode && $after === $before && preg_match(self::CODE_NAME, $text) !== 1) {
            return $after;
        }
        return self::replace('/[0-9]+/', fn (array $m) => $m[0] === $this->cvc ? self::REDACTED : $m[0], $after);
    }

    private function withoutNumber(string $text): string
    {
        if ($this->number === null) {
            return $text;
        }
        $pattern = '/' . implode('[^0-9]*+', str_split($this->number)) . '/u';
        return self::replace(self::DIGITS, fn (array $match) => strlen($match[0]) < strlen((string) $this->number)
            ? $match[0] : self::replace($pattern, fn () => self::REDACTED, $match[0]), $text);
    }

    private function holdsNumber(mixed $part): bool
    {
        if (is_int($part) || is_float($part)) {
            $text = is_float($part) && abs($part) < 1e15 * 1e6 ? sprintf('%.0F', $part) : (string) $part;
            return (float) $part === (float) ($this->number ?? NAN) || $this->withoutNumber($text) !== $text;
        }
        return is_string($part) && $this->withoutNumber($part) !== $part;
    }

    /** @throws \RangeException above the limits */
    private function value(mixed $value, string $name = '', bool $inCode = false): mixed
    {
        $mayBeCode = $inCode || preg_match(self::CODE_NAME, $name) === 1;
        if ($value === null || is_bool($value)) {
            return $value;
        }
        if (preg_match(self::STACK_NAME, $name) === 1) {
            return self::REDACTED;
        }
        if (is_int($value) || is_float($value)) {
            $isCode = $mayBeCode && $this->cvc !== null && (float) $value === (float) $this->cvc;
            return $isCode || $this->holdsNumber($value) ? self::REDACTED : $value;
        }
        return is_string($value) ? $this->text($value, $mayBeCode) : $this->members($value, $name, $mayBeCode);
    }

    /** @param \stdClass|list<mixed> $value */
    private function members(\stdClass|array $value, string $name, bool $mayBeCode): \stdClass|array
    {
        $this->nodes += count((array) $value);
        if ($this->nodes > self::MAX_NODES) {
            throw new \RangeException('Too many values.');
        }
        $isBesideNumber = false;
        foreach ((array) $value as $key => $part) {
            $isBesideNumber = $isBesideNumber || $this->holdsNumber($part) || $this->holdsNumber((string) $key);
        }
        $redacted = [];
        foreach ((array) $value as $key => $part) {
            $isCode = $isBesideNumber && $part !== null && $part === $this->cvc;
            $partName = is_array($value) ? $name : (string) $key;
            $redacted[$this->text((string) $key)] = $isCode ? self::REDACTED : $this->value($part, $partName, $mayBeCode);
        }
        return is_array($value) ? array_values($redacted) : (object) $redacted;
    }

    /** @throws \RangeException if the text is too long for the engine */
    private static function replace(string $pattern, callable $with, string $text): string
    {
        return preg_replace_callback($pattern, $with, $text) ?? throw new \RangeException('Not searchable.');
    }
}
