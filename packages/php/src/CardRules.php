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
            foreach ($brand['ranges'] as [$from, $to]) {
                $length = strlen($from);
                $start = substr($digits, 0, $length);
                if (strlen($start) === $length && $start >= $from && $start <= $to && $length > $longest) {
                    [$best, $longest] = [$brand, $length];
                }
            }
        }
        // Any other number that starts with 6 would be Maestro, but RuPay and others are not.
        return $best !== null && $best['id'] === 'maestro' && $longest === 1 ? null : $best;
    }

    public static function isNumber(string $digits): bool
    {
        $brand = self::brand($digits);
        $hasLength = in_array(strlen($digits), $brand['lengths'] ?? self::ANY_LENGTH, true)
            || preg_match(self::OLD_LENGTHS, $digits) === 1;
        // Some UnionPay cards have no check digit.
        return $hasLength && $digits[0] !== '0' && (self::isLuhn($digits) || ($brand['id'] ?? '') === 'unionpay');
    }

    /** @param string|null $cvc null if the card has none, as those of Maestro and Bancontact may */
    public static function isCode(?string $cvc, string $number): bool
    {
        $brand = self::brand($number);
        if ($cvc === null) {
            return $brand === null ? $number[0] === '6' : $brand['id'] === 'maestro';
        }
        return $brand === null || strlen($cvc) === $brand['cvc_length'];
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
