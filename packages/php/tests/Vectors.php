<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy\Tests;

/** The vectors that all proxies share. */
final class Vectors
{
    /** @return mixed with objects, so that `{}` stays what it is */
    public static function read(string $name): mixed
    {
        $file = __DIR__ . "/../../testing/vectors/$name.json";
        return json_decode((string) file_get_contents($file), flags: JSON_THROW_ON_ERROR);
    }

    /** Applies a JSON Merge Patch (RFC 7396): null removes a member. */
    public static function changed(mixed $value, mixed $change): mixed
    {
        if (!$change instanceof \stdClass) {
            return $change;
        }
        $result = $value instanceof \stdClass ? clone $value : new \stdClass();
        foreach ((array) $change as $name => $member) {
            if ($member === null) {
                unset($result->$name);
            } else {
                $result->$name = self::changed($result->$name ?? null, $member);
            }
        }
        return $result;
    }
}
