<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/** What a request to the service has led to. */
final class Outcome
{
    /** @param string|null $retryAfter in seconds */
    public function __construct(
        public readonly State $state,
        public readonly Answer $answer,
        public readonly ?string $retryAfter = null,
    ) {
    }

    public static function unknown(int $status, string $code, string $detail): self
    {
        return new self(State::Unknown, (new Problem($status, $code, $detail, 'unknown'))->answer());
    }

    /** A 202 is unknown as well, but its response may be replayed. */
    public function isInDoubt(): bool
    {
        return $this->state === State::Unknown && $this->answer->status !== 202;
    }
}
