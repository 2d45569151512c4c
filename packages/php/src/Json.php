<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

final class Json
{
    private const FLAGS = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_LINE_TERMINATORS
        | JSON_THROW_ON_ERROR;

    /** A string, with the colon after it if it is a name, or a bracket. Possessive: a search takes linear time. */
    private const TOKEN = '/("(?:[^"\\\\]++|\\\\.)*+(?:"|\\\\?$))\s*+(:)?|[\[\]{}]/Ds';

    public static function encode(mixed $value): string
    {
        return json_encode($value, self::FLAGS);
    }

    /** @return array<string, mixed> with arrays in place of objects, as functions of the shop get it */
    public static function toArray(\stdClass $value): array
    {
        return json_decode(self::encode($value), true);
    }

    /**
     * What is wrong with JSON that `json_decode` accepts: two members of one name, of which each parser takes another
     * one, or a name of the prototype of JavaScript.
     *
     * @param list<string> $forbidden names
     */
    public static function flaw(string $json, array $forbidden = []): ?string
    {
        $open = [];
        preg_match_all(self::TOKEN, $json, $tokens, PREG_SET_ORDER);
        foreach ($tokens as $token) {
            if ($token[0] === '{' || $token[0] === '[') {
                $open[] = [];
            } elseif ($token[0] === '}' || $token[0] === ']') {
                array_pop($open);
            }
            if (!isset($token[2])) {
                continue;
            }
            $name = json_decode($token[1]);
            if (in_array($name, $forbidden, true)) {
                return 'The body has a member named __proto__, constructor or prototype.';
            }
            $level = count($open) - 1;
            if (isset($open[$level]["=$name"])) {
                return 'The body has two members with the same name.';
            }
            $open[$level]["=$name"] = true;
        }
        return null;
    }
}
