<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/** An error response of the proxy: problem details (RFC 9457) with `code` and `outcome`. */
final class Problem extends \RuntimeException
{
    /**
     * @param string $problem its code
     * @param string $detail for developers; never quotes the request
     * @param 'not_charged'|'unknown' $outcome
     * @param array<string, mixed> $members of the body, beside those of each problem
     * @param array<string, string> $headers
     */
    public function __construct(
        public readonly int $status,
        public readonly string $problem,
        string $detail,
        public readonly string $outcome = 'not_charged',
        public readonly array $members = [],
        public readonly array $headers = [],
        ?\Throwable $previous = null,
    ) {
        parent::__construct($detail, 0, $previous);
    }

    /** @param list<array{pointer: string, detail: string}> $errors */
    public static function invalid(string $detail, array $errors): self
    {
        return new self(422, 'invalid_request', $detail, members: ['errors' => $errors]);
    }

    /** @param array<string, string|int> $members */
    public static function invalidToken(string $outcome = 'not_charged', array $members = []): self
    {
        $detail = 'Expected an order token that is valid for this order.';
        return new self(403, 'order_token_invalid', $detail, $outcome, $members);
    }

    public static function inFlight(): self
    {
        $detail = 'This attempt is in progress. Retry later.';
        return new self(409, 'attempt_in_flight', $detail, 'unknown', headers: ['Retry-After' => '2']);
    }

    public static function storeFailed(\Throwable $cause, string $outcome): self
    {
        $detail = 'The store of payment attempts failed. Nothing was sent for this request.';
        return new self(503, 'store_unavailable', $detail, $outcome, previous: $cause);
    }

    /** @return array<string, mixed> */
    public function document(): array
    {
        return [
            'type' => 'about:blank',
            'title' => Contract::list('titles')[$this->status],
            'status' => $this->status,
            'detail' => $this->getMessage(),
            'code' => $this->problem,
            'outcome' => $this->outcome,
            ...$this->members,
        ];
    }

    public function answer(): Answer
    {
        return new Answer($this->status, Json::encode($this->document()), Contract::PROBLEM_TYPE);
    }

    public function toResponse(): Response
    {
        return $this->answer()->toResponse($this->headers);
    }
}
