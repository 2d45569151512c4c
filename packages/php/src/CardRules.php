<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/** Rules of card numbers and codes, by the brand table of the widget. */
final class CardRules
{
    private const ANY_LENGTH = [12, 13, 14, 15, 16, 17, 18, 19];
    /** Lengths of old cards and test cards that the table lacks. */
    private const OLD_LENGTHS = '/^(4[0-9]{12}|(1800|2131)[0-9]{11}|30[0-5][0-9]{15})$/D';

    /**
     * The brand that the digits identify: the one with the longest prefix.
     *
     * @return array{id: string, lengths: list<int>, cvc_length: int}|null
     */
    public static function brand(string $digits): ?array
    {
        [$best, $longest] = [null, 0];
        foreach (Contract::list('brands') as $brand) {
            $length = self::prefixOf($digits, $brand['ranges']);
            if ($length > $longest) {
                [$best, $longest] = [$brand, $length];
            }
        }
        // Any other number that starts with 6 would be Maestro, but RuPay and others are not.
        return $best !== null && $best['id'] === 'maestro' && $longest === 1 ? null : $best;
    }

    /**
     * The brand of a card in a shop that accepts these: where several networks have such numbers, an accepted one.
     *
     * @param list<string> $accepted
     */
    public static function acceptedBrand(string $number, array $accepted): ?string
    {
        $found = self::brand($number)['id'] ?? null;
        if (in_array($found, $accepted, true)) {
            return $found;
        }
        foreach ($accepted as $id) {
            ['ranges' => $ranges, 'without_code' => $others] = Contract::list('networks')[$id] + ['without_code' => []];
            if (self::prefixOf($number, [...$ranges, ...$others]) > 0) {
                return $id;
            }
        }
        return $found ?? ($number[0] === '6' && in_array('maestro', $accepted, true) ? 'maestro' : null);
    }

    /**
     * Whether no accepted brand can own the number. A network without known prefixes shares the numbers of all brands, except
     * American Express, which has no co-badged cards.
     *
     * @param list<string> $accepted
     */
    public static function isRefused(string $number, array $accepted): bool
    {
        $brand = self::brand($number)['id'] ?? null;
        foreach ($brand === null ? [] : $accepted as $id) {
            $ranges = Contract::list('networks')[$id]['ranges'];
            $mayOwn = $ranges === [] ? $brand !== 'american-express' : self::prefixOf($number, $ranges) > 0;
            if ($id === $brand || $mayOwn) {
                return false;
            }
        }
        return $brand !== null;
    }

    /**
     * @param array<mixed> $names such as `amex`
     * @return list<string>|null identifiers, each once; null if a name is unknown
     */
    public static function readBrands(array $names): ?array
    {
        $ids = array_map(fn (mixed $name) => Contract::list('brand_aliases')[$name] ?? $name, $names);
        $isKnown = array_diff($ids, array_keys(Contract::list('networks'))) === [];
        return $isKnown ? array_values(array_unique($ids)) : null;
    }

    /**
     * @param mixed $found what `networksOf` has returned
     * @return array{networks: list<string>, preferred?: string} no networks if it is invalid
     */
    public static function readNetworks(mixed $found): array
    {
        $names = $found['networks'] ?? $found ?? [];
        $isValid = is_array($names) && count($names) <= Contract::limit('networks')
            && array_filter($names, self::isNetwork(...)) === $names;
        $networks = $isValid ? array_values(array_unique($names)) : [];
        $preferred = $found['preferred'] ?? null;
        return ['networks' => $networks, ...(in_array($preferred, $networks, true) ? ['preferred' => $preferred] : [])];
    }

    public static function isNetwork(mixed $name): bool
    {
        return is_string($name) && preg_match('/^[a-z][a-z\d-]{0,31}$/D', $name) === 1;
    }

    public static function isNumber(string $digits): bool
    {
        $brand = self::brand($digits);
        $hasLength = in_array(strlen($digits), $brand['lengths'] ?? self::ANY_LENGTH, true)
            || preg_match(self::OLD_LENGTHS, $digits) === 1;
        // Some UnionPay cards have no check digit.
        return $hasLength && $digits[0] !== '0' && (self::isLuhn($digits) || ($brand['id'] ?? '') === 'unionpay');
    }

    public static function isCode(string $cvc, string $number): bool
    {
        $brand = self::brand($number);
        return $brand === null || strlen($cvc) === $brand['cvc_length'];
    }

    /**
     * Whether such a card may have no security code.
     *
     * @param list<string> $accepted
     */
    public static function mayLackCode(string $number, array $accepted): bool
    {
        $brand = self::acceptedBrand($number, $accepted);
        return in_array($brand, $accepted, true) && isset(Contract::list('networks')[$brand]['without_code']);
    }

    /** Whether a text holds a card number with a check digit, in groups of at least three digits. */
    public static function isIn(string $line): bool
    {
        preg_match_all('/[0-9]{3,}(?:[^0-9\p{L}]{0,2}+[0-9]{3,})*/u', $line, $runs);
        foreach ($runs[0] as $run) {
            preg_match_all('/[0-9]+/', $run, $groups);
            foreach (array_keys($groups[0]) as $from) {
                for ($count = 1; $count <= count($groups[0]) - $from; $count++) {
                    $digits = implode('', array_slice($groups[0], $from, $count));
                    $isUsual = strlen($digits) === 16 || self::brand($digits) !== null;
                    if ($isUsual && self::isNumber($digits) && self::isLuhn($digits)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** @param list<array{string, string}> $ranges @return int how many digits the first range has that matches, or 0 */
    private static function prefixOf(string $digits, array $ranges): int
    {
        foreach ($ranges as [$from, $to]) {
            $start = substr($digits, 0, strlen($from));
            if (strlen($start) === strlen($from) && $start >= $from && $start <= $to) {
                return strlen($from);
            }
        }
        return 0;
    }

    /** Checks the last digit by the Luhn formula (ISO/IEC 7812-1). */
    public static function isLuhn(string $digits): bool
    {
        $sum = 0;
        foreach (array_reverse(str_split($digits)) as $index => $digit) {
            $sum += $index % 2 === 0 ? (int) $digit : (int) '0246813579'[(int) $digit];
        }
        return $sum % 10 === 0;
    }
}
