<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/** Reads the body of `POST /v1/payments`. Strict: a script need not run the rules of the page. It never quotes a value. */
final class PaymentParser
{
    public const MAX_BYTES = 16 * 1024;
    private const MAX_DEPTH = 8;
    private const MAX_ERRORS = 20;
    private const CARD_LIFETIME_YEARS = 20;

    /** @var list<array{pointer: string, detail: string}> */
    private array $errors = [];

    /** @throws Problem 400, 413 or 415 */
    public static function decode(Request $request): mixed
    {
        $type = strtolower(trim(explode(';', (string) $request->header('Content-Type'))[0]));
        $refuse = fn (int $status, string $detail) => throw new Problem($status, 'invalid_request', $detail);
        if ($type !== Contract::JSON_TYPE) {
            $refuse(415, 'Expected Content-Type: ' . Contract::JSON_TYPE . '.');
        }
        if ((string) $request->header('Content-Encoding') !== '') {
            $refuse(415, 'Content-Encoding is not supported. Send the body uncompressed.');
        }
        if (!Contract::isIdempotencyKey($request->header(Contract::IDEMPOTENCY_KEY))) {
            throw self::invalidKey();
        }
        $body = $request->body;
        if (strlen($body) > self::MAX_BYTES) {
            $refuse(413, 'The body is too long. Expected at most ' . self::MAX_BYTES . ' bytes.');
        }
        if ($body === '' && (int) $request->header('Content-Length') > 0) {
            throw new Problem(500, 'body_already_read', 'Other code has read the body before the proxy. Nothing was sent.');
        }
        $value = json_decode($body, false, self::MAX_DEPTH);
        if (json_last_error() !== JSON_ERROR_NONE) {
            $refuse(400, 'The body is not JSON in UTF-8 with at most ' . self::MAX_DEPTH . ' levels.');
        }
        $flaw = Json::flaw($body, Contract::list('forbidden_names'));
        return $flaw === null ? $value : $refuse(400, $flaw);
    }

    public static function invalidKey(): Problem
    {
        return new Problem(400, 'invalid_request', 'Expected Idempotency-Key: 22 to 255 base64url characters.');
    }

    /** @param list<string>|null $brands that are accepted; null: all */
    private function __construct(private readonly int $now, private readonly ?array $brands)
    {
    }

    /**
     * @param int $now seconds since 1970
     * @param list<string>|null $brands that are accepted; null: all
     * @throws Problem 422 with members by JSON Pointers, at whose fields the widget shows the errors
     */
    public static function parse(mixed $body, int $now, ?array $brands = null): \stdClass
    {
        $parser = new self($now, $brands);
        $parser->payment($body);
        if ($parser->errors !== []) {
            $errors = array_slice($parser->errors, 0, self::MAX_ERRORS);
            throw Problem::invalid('The payment is invalid. See errors. Nothing was sent.', $errors);
        }
        $body->amount = (int) $body->amount; // 4999.0 is an integer in JSON
        return $body;
    }

    private function payment(mixed $body): void
    {
        $description = fn (mixed $value) => self::isText($value, Contract::limit('description'))
            && Text::isHarmless($value) && !Text::holdsSecret($value);
        $this->object('', $body, [
            'amount' => [Contract::isAmount(...), 'a whole number of minor units, 1 to 999,999,999,999'],
            'currency' => [Contract::isCurrency(...), 'an ISO 4217 currency code, such as EUR'],
            'reference?' => [
                fn (mixed $value) => Text::isReference($value) && !Text::holdsSecret($value),
                'one line of at most 255 characters in NFC, without white space at its ends, and no API key',
            ],
            'description?' => [$description, 'a text of at most 1000 characters, without control characters and API keys'],
            'customer?' => fn (mixed $value) => $this->customer('/customer', $value),
            'payment_method' => fn (mixed $value) => $this->object('/payment_method', $value, [
                'type' => [fn (mixed $type) => $type === 'card', 'card'],
                'card' => fn (mixed $card) => $this->card('/payment_method/card', $card),
            ]),
            'metadata?' => [self::isMetadata(...), 'short texts, without control characters'],
        ]);
    }

    private function customer(string $pointer, mixed $customer): void
    {
        $postalCode = fn (mixed $value) => self::isText($value, 32) && self::isPostalCode($value, $customer->country ?? null);
        $country = [fn (mixed $value) => self::isCountry($value), 'an ISO 3166-1 alpha-2 code in capitals, such as DE'];
        $code = [$postalCode, 'a postal code of the country'];
        $line = [self::isAddressLine(...), 'one line of 1 to 100 characters, without a card number'];
        $address = ['line1?' => $line, 'line2?' => $line, 'city?' => $line, 'region?' => $line];
        $this->object($pointer, $customer, str_ends_with($pointer, '/address') ? [
            ...$address,
            'postal_code?' => $code,
            'country?' => $country,
        ] : [
            'name?' => [self::isName(...), 'one line of at most 255 characters, with a letter and without a card number'],
            'email?' => [self::isEmail(...), 'an email address such as ada@example.org'],
            'phone?' => [self::isPhone(...), 'an E.164 number such as +4930123456'],
            'postal_code?' => $code,
            'country?' => $country,
            'address?' => fn (mixed $value) => $this->customer("$pointer/address", $value),
        ]);
    }

    private function card(string $pointer, mixed $card): void
    {
        $number = is_string($card->number ?? null) && preg_match('/^[1-9]\d{11,18}$/D', $card->number) ? $card->number : null;
        $isCode = fn (mixed $cvc) => is_string($cvc) && preg_match('/^\d{3,4}$/D', $cvc) === 1
            && ($number === null || CardRules::isCode($cvc, $number));
        $this->object($pointer, $card, [
            'number' => [fn () => $number !== null && CardRules::isNumber($number), 'a card number of 12 to 19 digits'],
            'exp_month' => [fn (mixed $month) => is_int($month) && $month >= 1 && $month <= 12, 'a month, 1 to 12'],
            'exp_year' => [
                fn (mixed $year) => is_int($year) && self::isCurrent($card->exp_month ?? null, $year, $this->now),
                'a month that has not ended (UTC-12), at most 20 years ahead',
            ],
            'cvc?' => [$isCode, "as many digits as the card's brand has"],
            'preferred_network?' => [CardRules::isNetwork(...), 'a network name, such as visa'],
        ]);
        $all = array_keys(Contract::list('networks'));
        [$brands, $network] = [$this->brands ?? $all, $card->preferred_network ?? null];
        $accepted = 'one of: ' . implode(', ', $brands);
        if ($this->brands !== null && $network !== null && !in_array($network, $brands, true)) {
            $this->fail("$pointer/preferred_network", $accepted);
        }
        if ($number !== null && CardRules::isRefused($number, $brands)) {
            $this->fail("$pointer/number", $accepted);
        } elseif ($number !== null && !isset($card->cvc)) {
            $mayLack = CardRules::mayLackCode($number, $brands) && CardRules::mayLackCode($number, $all);
            $mayLack || $this->fail("$pointer/cvc", '3 or 4 digits');
        }
    }

    /**
     * @param array<string, array{callable(mixed): bool, string}|callable(mixed): void> $rules by name, with a question
     * mark if the member may be missing: a check with what it expects, or a function that adds errors itself
     */
    private function object(string $pointer, mixed $value, array $rules): void
    {
        if (!$value instanceof \stdClass) {
            $this->fail($pointer ?: '/', 'an object');
            return;
        }
        $known = [];
        foreach ($rules as $name => $rule) {
            $known[] = $member = rtrim($name, '?');
            if (!property_exists($value, $member)) {
                $name === $member && $this->fail("$pointer/$member", 'a value');
            } elseif ($rule instanceof \Closure) {
                $rule($value->$member);
            } elseif (!$rule[0]($value->$member)) {
                $this->fail("$pointer/$member", $rule[1]);
            }
        }
        if (array_diff(array_map(strval(...), array_keys((array) $value)), $known) !== []) {
            $this->fail($pointer ?: '/', 'no other members');
        }
    }

    private function fail(string $pointer, string $expected): void
    {
        $this->errors[] = ['pointer' => $pointer, 'detail' => "Expected $expected"];
    }

    private static function isText(mixed $value, int $max): bool
    {
        return is_string($value) && Text::length($value) <= $max;
    }

    private static function isMetadata(mixed $value): bool
    {
        foreach ($value instanceof \stdClass ? (array) $value : [null] as $name => $text) {
            $isValid = self::isText((string) $name, Contract::limit('metadata_key')) && Text::isHarmless((string) $name)
                && self::isText($text, Contract::limit('metadata_value')) && Text::isHarmless($text);
            if (!$isValid) {
                return false;
            }
        }
        return true;
    }

    /** A card is valid through the last day of its month, which ends last at UTC-12. */
    private static function isCurrent(mixed $month, int $year, int $now): bool
    {
        $isFar = $year > (int) gmdate('Y', $now) + self::CARD_LIFETIME_YEARS;
        return !$isFar && $year >= 2000 && (!is_int($month) || gmmktime(12, 0, 0, $month + 1, 1, $year) > $now);
    }

    private static function isName(mixed $value): bool
    {
        return self::isText($value, 2 * 255) && Text::isLine($value) && preg_match('/\p{L}/u', $value) === 1
            && preg_match_all('/[^\x80-\xbf]/', $value) <= 255
            && preg_match('/\p{N}{12}/u', (string) preg_replace('/[\s\p{Pd}\p{Cf}.·\/_|ー]/u', '', $value)) === 0;
    }

    private static function isEmail(mixed $value): bool
    {
        $mailbox = '[^\s\p{Cc}\p{Cf}@,;:<>()[\]\\\\"]+';
        return self::isText($value, 254)
            && preg_match("/^(?!\\.)(?!.*\\.\\.)$mailbox(?<!\\.)@(?![.-])$mailbox\$/Du", $value) === 1
            && preg_match('/\.(?!\d+$)[^.]{2,}$/Du', $value) === 1;
    }

    private static function isPhone(mixed $value): bool
    {
        return is_string($value) && preg_match('/^\+(1[2-9]\d{9}|[2-9]\d{6,14})$/D', $value) === 1;
    }

    private static function isAddressLine(mixed $value): bool
    {
        return self::isText($value, 100) && Text::isLine($value) && !CardRules::isIn($value)
            && preg_match('/^\S+( \S+)*$/Du', $value) === 1;
    }

    private static function isCountry(mixed $value): bool
    {
        return is_string($value) && isset(Contract::list('postal_codes')[$value]);
    }

    /** @param mixed $country the country of the form, which the request may not name */
    private static function isPostalCode(string $code, mixed $country): bool
    {
        if (!Text::isLine($code)) {
            return false;
        }
        $plain = strtoupper((string) preg_replace('/[\s\p{Pd}\p{Cf}.ー─〒]+/u', '', $code));
        $patterns = self::isCountry($country) ? Contract::list('postal_codes')[$country] : [];
        foreach ($patterns as $pattern) {
            [, $fixed, $rest] = preg_match('/^([A-Z]+)-?(0.*)$/D', $pattern, $match) ? $match : [1 => '', $pattern];
            $source = strtr(str_replace([' ', '-'], '', $rest), ['0' => '\d', 'a' => '[A-Z]', '*' => '[A-Z\d]']);
            $prefix = str_starts_with($rest, '0') ? '([A-Z]{1,3})?' : '';
            if (preg_match("/^$prefix$source\$/D", $plain) === 1) {
                return true;
            }
        }
        return $patterns === [] && Text::length($plain) <= 10;
    }
}
