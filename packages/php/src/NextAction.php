<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/** What the shopper's bank asks for before it decides: a page to visit, such as that of 3-D Secure. */
final class NextAction
{
    /**
     * @param list<string> $origins that a shopper may be sent to
     * @return \stdClass|null with `url`, `method` and `fields`; null if it is refused
     */
    public static function check(\stdClass $action, array $origins): ?\stdClass
    {
        $limits = Contract::limit('action');
        $url = $action->url;
        $method = $action->method ?? 'GET';
        $fields = $action->fields ?? new \stdClass();
        $isUrl = Text::length($url) <= $limits['url'] && filter_var($url, FILTER_VALIDATE_URL) !== false
            && preg_match('/^[\x21-\x7e]+$/D', $url) === 1 && in_array(self::originOf($url), $origins, true);
        $isForm = $fields instanceof \stdClass && count((array) $fields) <= $limits['fields'];
        foreach ($isForm ? (array) $fields : [] as $name => $value) {
            $isForm = $isForm && $name !== '' && Text::length((string) $name) <= $limits['fieldName']
                && is_string($value) && Text::length($value) <= $limits['fieldValue'];
        }
        $isMethod = $method === 'POST' || ($method === 'GET' && (array) $fields === []);
        return $isUrl && $isForm && $isMethod ? (object) compact('url', 'method', 'fields') : null;
    }

    /** @return string|null the origin of a secure address without a user; http on this computer only */
    public static function originOf(string $url): ?string
    {
        $parts = parse_url($url) ?: [];
        [$scheme, $host] = [strtolower($parts['scheme'] ?? ''), strtolower($parts['host'] ?? '')];
        $isLoopback = preg_match('/^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/D', $host) === 1;
        $isHost = preg_match('/^[a-z\d.-]+$|^\[[\da-f:]+\]$/D', $host) === 1 && !str_contains($url, '\\');
        if (isset($parts['user']) || !$isHost || !($scheme === 'https' || ($scheme === 'http' && $isLoopback))) {
            return null;
        }
        $port = $parts['port'] ?? null;
        $isDefault = $port === null || $port === ['https' => 443, 'http' => 80][$scheme];
        return "$scheme://$host" . ($isDefault ? '' : ":$port");
    }
}
