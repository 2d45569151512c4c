<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/** An attempt as stored. It contains nothing of a card. */
final class Attempt
{
    /**
     * @param State $state an attempt whose response is overdue is `Unknown`
     * @param int $since when it entered this state, in ms since 1970
     * @param string|null $reference the order, in NFC
     * @param string|null $pageReference how the page names the order, if differently
     * @param string|null $rejectedAs how the page that asks names the order, if its own key was refused for this attempt
     */
    public function __construct(
        public readonly string $key,
        public readonly State $state,
        public readonly string $fingerprint,
        public readonly string $owner,
        public readonly int $since,
        public readonly ?string $reference = null,
        public readonly ?string $pageReference = null,
        public readonly ?int $amount = null,
        public readonly ?string $currency = null,
        public readonly ?Answer $answer = null,
        public readonly ?string $settlement = null,
        public readonly int $failures = 0,
        public readonly ?string $rejectedAs = null,
    ) {
    }

    /** @param array<string, mixed> $row with `overdue` */
    public static function fromRow(array $row): self
    {
        $state = State::from($row['state']);
        $isOverdue = $state === State::Sent && (bool) $row['overdue'];
        return new self(
            $row['id'],
            $isOverdue ? State::Unknown : $state,
            (string) $row['fingerprint'],
            (string) $row['owner'],
            (int) ($isOverdue ? $row['due_by'] : $row['since']),
            $row['reference'],
            $row['page_reference'],
            $row['amount'] === null ? null : (int) $row['amount'],
            $row['currency'],
            Answer::fromJson($row['answer']),
            $row['settlement'],
            (int) $row['failures'],
        );
    }

    /** Whether the key was never used, and must not be any more. */
    public function isForbidden(): bool
    {
        return $this->state === State::Failed && $this->fingerprint === '';
    }

    /** The attempt in the log and in lists: its key would give access to `/attempts`. */
    public function name(): string
    {
        return substr(hash('sha256', $this->key), 0, 12);
    }

    /** How the page names the order. */
    public function pageName(): ?string
    {
        return $this->pageReference ?? $this->reference;
    }

    /** `processing`: its response may still arrive. `pending`: accepted with 202. */
    public function word(): string
    {
        return match (true) {
            $this->state === State::Sent => 'processing',
            $this->state === State::Unknown && $this->answer !== null => 'pending',
            default => $this->state->value,
        };
    }

    public function with(mixed ...$changes): self
    {
        return new self(...[...get_object_vars($this), ...$changes]);
    }
}
