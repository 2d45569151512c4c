<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/** A request to the proxy. */
final class Request
{
    /** @var array<string, string> by lower-case name */
    private readonly array $headers;

    /**
     * @param string $path the whole path, without the query
     * @param array<string, string> $headers
     * @param string $body at most the first 16 KiB and a byte
     * @param string $origin scheme and host, as the proxy sees them
     * @param string|null $address the peer of the connection, such as 203.0.113.9: your own server, if one is in front
     * @param object|null $original the request of a framework
     */
    public function __construct(
        public readonly string $method,
        public readonly string $path,
        array $headers = [],
        public readonly string $body = '',
        public readonly string $origin = 'http://localhost',
        public readonly ?string $address = null,
        public readonly string $query = '',
        public readonly ?object $original = null,
    ) {
        $this->headers = array_change_key_case($headers);
    }

    /** The request that this script handles. */
    public static function fromGlobals(): self
    {
        [$path, $query] = explode('?', (string) ($_SERVER['REQUEST_URI'] ?? '/'), 2) + [1 => ''];
        $isSecure = !in_array($_SERVER['HTTPS'] ?? '', ['', 'off'], true);
        return new self(
            $_SERVER['REQUEST_METHOD'] ?? 'GET',
            $path,
            getallheaders(),
            (string) file_get_contents('php://input', length: PaymentParser::MAX_BYTES + 1),
            ($isSecure ? 'https://' : 'http://') . ($_SERVER['HTTP_HOST'] ?? ''),
            $_SERVER['REMOTE_ADDR'] ?? null,
            $query,
        );
    }

    public function header(string $name): ?string
    {
        return $this->headers[strtolower($name)] ?? null;
    }
}
