<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy\Command;

use PaymentWidget\Proxy\Attempt;
use PaymentWidget\Proxy\Contract;

/** Attempts as text. */
final class Table
{
    private const HEAD = ['STATE', 'SINCE', 'AMOUNT', 'REFERENCE', 'ATTEMPT', 'KEY'];

    /** @param array<Attempt> $attempts */
    public static function of(array $attempts): string
    {
        $rows = [self::HEAD, ...array_map(self::row(...), array_values($attempts))];
        $widthOf = fn (int $column) => max(array_map(strlen(...), array_column($rows, $column)));
        $widths = array_map($widthOf, array_keys(self::HEAD));
        $lines = array_map(fn (array $row) => rtrim(implode('  ', array_map(str_pad(...), $row, $widths))), $rows);
        return implode("\n", $lines) . "\n";
    }

    /** @return array<string, string|int> as `--json` prints them */
    public static function members(Attempt $attempt): array
    {
        return [
            'attempt' => $attempt->name(),
            'key' => $attempt->key,
            ...($attempt->reference === null ? [] : ['reference' => $attempt->reference]),
            'state' => $attempt->word(),
            'since' => gmdate('Y-m-d\TH:i:s', intdiv($attempt->since, 1000)) . sprintf('.%03dZ', $attempt->since % 1000),
            ...($attempt->amount === null ? [] : ['amount' => $attempt->amount, 'currency' => $attempt->currency]),
        ];
    }

    /** A page may choose the reference: in quotes, unless it is one word of ASCII. Control characters are escaped. */
    public static function printable(string $reference): string
    {
        return preg_match('/^[!#-[\]-~]+$/D', $reference) === 1 ? $reference : (string) json_encode($reference);
    }

    /** @return list<string> */
    private static function row(Attempt $attempt): array
    {
        $decimals = Contract::decimals((string) $attempt->currency) ?? 0;
        $price = number_format((int) $attempt->amount / 10 ** $decimals, $decimals, '.', '');
        // A longer one would wrap, and could look like another line.
        $short = preg_replace('/^(.{47}).{2,}$/su', '$1…', (string) $attempt->reference);
        return [
            $attempt->word(),
            gmdate('Y-m-d\TH:i:s\Z', intdiv($attempt->since, 1000)),
            $attempt->amount === null ? '-' : "$price $attempt->currency",
            $attempt->reference === null ? '-' : self::printable((string) $short),
            $attempt->name(),
            $attempt->key,
        ];
    }
}
