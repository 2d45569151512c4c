<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/** A response to a payment, kept for replays. */
final class Answer
{
    /**
     * @param string|null $body usually JSON
     * @param \stdClass|null $action what the shopper has to do next, with the status 202: `url`, `method` and `fields`
     */
    public function __construct(
        public readonly int $status,
        public readonly ?string $body = null,
        public readonly string $mediaType = Contract::JSON_TYPE,
        public readonly ?\stdClass $action = null,
    ) {
    }

    public static function fromJson(?string $json): ?self
    {
        return $json === null ? null : new self(...(array) json_decode($json));
    }

    public function toJson(): string
    {
        return Json::encode(get_object_vars($this));
    }

    public function isProblem(): bool
    {
        return $this->mediaType === Contract::PROBLEM_TYPE;
    }

    /** The body as JSON, or null. */
    public function value(): mixed
    {
        return json_decode($this->body ?? 'null');
    }

    public function withoutBody(): self
    {
        return $this->isProblem() ? $this : new self($this->status, null, $this->mediaType, $this->action);
    }

    /** @param array<string, string> $headers */
    public function toResponse(array $headers = []): Response
    {
        $body = $this->body;
        if ($this->action !== null) {
            $body = Json::encode([...(array) $this->value(), 'next_action' => $this->action]);
        }
        $isEmpty = $body === null || in_array($this->status, [204, 205, 304], true);
        return $isEmpty ? new Response($this->status, $headers)
            : new Response($this->status, ['Content-Type' => $this->mediaType, ...$headers], $body);
    }
}
