<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

final class Response
{
    /** @param array<string, string> $headers */
    public function __construct(
        public readonly int $status,
        public readonly array $headers = [],
        public readonly string $body = '',
    ) {
    }

    /** @param array<string, mixed> $value */
    public static function json(array $value): self
    {
        return new self(200, ['Content-Type' => Contract::JSON_TYPE], Json::encode($value));
    }

    /** Sends it, and ends the request where the server allows it. */
    public function emit(): void
    {
        http_response_code($this->status);
        header_remove('X-Powered-By');
        foreach ($this->headers as $name => $value) {
            header("$name: $value");
        }
        if (!isset($this->headers['Content-Type'])) {
            ini_set('default_mimetype', '');
        }
        header('Content-Length: ' . strlen($this->body));
        echo $this->body;
        if (function_exists('fastcgi_finish_request')) {
            fastcgi_finish_request();
        } else {
            flush();
        }
    }
}
