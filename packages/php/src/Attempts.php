<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/**
 * The state machine of payment attempts: `sent → succeeded | failed | unknown`. An attempt is sent at most once, even if its
 * process dies. A unique index on `holds` lets at most one attempt of an order be in progress, succeeded or unknown.
 *
 * Each step is one statement that names the state it expects, so any number of processes may share the table. An attempt is
 * recorded or reported as failed only if nobody can send its key any more. Every method throws a `PDOException` if the
 * database does.
 */
final class Attempts
{
    /** As long as payment services remember keys: 31 days. */
    private const RETAINED = ['expires' => '{now} + 2678400000'];
    /** As long as a page remembers an attempt: a day. */
    private const REMEMBERED = ['expires' => '{now} + 86400000'];
    private const MAX_RACES = 100;
    private const TABLE = Database::TABLE;
    private const OWN = 'owner = :owner';

    /** @param bool $delivers whether settled attempts wait for a delivery to the shop */
    public function __construct(
        private readonly Database $database,
        private readonly string $mode,
        private readonly Times $times,
        private readonly bool $delivers,
    ) {
    }

    /** The random secret of fingerprints, which all processes share. */
    public function secret(): string
    {
        $rows = $this->database->read('SELECT answer FROM ' . self::TABLE . " WHERE mode = '' AND id = 'secret'");
        return $rows[0]['answer'] ?? throw new \PDOException('Run vendor/bin/payment-proxy migrate.');
    }

    public function find(string $key): ?Attempt
    {
        return $this->select('id = :id', ['id' => $key])[0] ?? null;
    }

    /** The attempt that is in progress, succeeded or unknown. */
    public function holder(string $reference): ?Attempt
    {
        return $this->select('holds = :holds', ['holds' => hash('sha256', $reference)])[0] ?? null;
    }

    /**
     * Permits to send a payment, once, within the time limit of the store.
     *
     * @param string $owner random
     * @param string|null $reference the order. Without one, attempts are independent.
     * @param string|null $pageReference how the page names the order, if differently
     * @param string|null $client what limits per client count
     * @return bool false if its key or its order is taken
     */
    public function begin(
        string $key,
        string $owner,
        ?string $reference,
        ?string $pageReference,
        string $fingerprint,
        int $amount,
        string $currency,
        ?string $client,
    ): bool {
        $hash = $reference === null ? null : hash('sha256', $reference);
        return $this->take($key, State::Sent, ['due_by' => "{now} + {$this->times->sentLimit}", 'expires' => 'NULL'], [
            ...['reference' => $reference, 'page_reference' => $pageReference, 'order_hash' => $hash, 'holds' => $hash],
            ...['fingerprint' => $fingerprint, 'amount' => $amount, 'currency' => $currency],
            ...['owner' => $owner, 'client' => $client],
        ]);
    }

    /**
     * Records the response to a payment that was sent. A charge or a doubt replaces "failed", even if an operator has
     * recorded that.
     *
     * @return 'recorded'|'corrected'|Attempt|null the attempt if it was settled meanwhile, and this outcome was not recorded
     */
    public function finish(string $key, string $owner, State $state, ?Answer $answer): string|Attempt|null
    {
        $given = [$key, $state, $answer, ['owner' => $owner], $state->isSettled()];
        if ($this->settle(self::OWN . " AND state IN ('sent', 'unknown')", ...$given)) {
            return 'recorded';
        }
        if ($state !== State::Failed && $this->settle(self::OWN . " AND state = 'failed'", ...$given)) {
            return 'corrected';
        }
        $attempt = $this->find($key);
        $isRecorded = $attempt?->owner === $owner && $attempt->state === $state; // by an earlier call whose answer was lost
        return $isRecorded ? 'recorded' : $attempt;
    }

    /**
     * Gives up an attempt that was not sent, so that nobody can send its key. It does not count for the limits.
     *
     * @return bool false if another request may have sent it
     */
    public function abandon(string $key, string $owner, ?string $reference, ?Answer $answer = null): bool
    {
        $given = [$key, State::Failed, $answer, ['owner' => $owner], false];
        if ($this->settle(self::OWN . " AND state = 'sent'", ...$given, more: ', created = 0')) {
            return true;
        }
        $attempt = $this->find($key);
        return $attempt === null || $attempt->state === State::Rejected ? $this->forbid($key, $reference, null)
            : $attempt->isForbidden() || ($attempt->owner === $owner && $attempt->state === State::Failed);
    }

    /**
     * Records which order a key was refused for, so that its page finds the attempt that holds it.
     *
     * @param string|null $pageReference how the page names the order, if differently
     */
    public function reject(string $key, string $reference, ?string $pageReference, ?string $client): void
    {
        $this->take($key, State::Rejected, self::REMEMBERED, [
            ...['reference' => $reference, 'page_reference' => $pageReference, 'order_hash' => hash('sha256', $reference)],
            'client' => $client,
        ]);
    }

    /**
     * Finds an attempt for a page that remembers its key. If it was refused for its order, that is the attempt that holds it.
     * What is returned as failed, or not at all, is recorded as failed first: no copy that is late is sent.
     *
     * @param string|null $reference the order, if the page has proved it: if it is paid, returns the attempt that has
     * @param callable(): ?string $admit called before something is written; returns the client, or throws
     */
    public function findOrForbid(string $key, ?string $reference, callable $admit): ?Attempt
    {
        for ($races = 0; $races < self::MAX_RACES; $races++) {
            $attempt = $this->find($key);
            $rejected = $attempt?->state === State::Rejected ? $attempt : null;
            if ($attempt !== null && $rejected === null && !$attempt->isForbidden()) {
                return $attempt;
            }
            $order = $rejected === null ? $reference : $rejected->reference;
            $holder = $order === null ? null : $this->holder($order);
            if ($holder !== null && $rejected !== null) {
                return $holder->with(rejectedAs: $rejected->pageName());
            }
            if ($holder?->state === State::Succeeded) {
                return $holder;
            }
            $isForbidden = $attempt !== null && $rejected === null;
            if ($isForbidden || $this->forbid($key, $order, $admit())) {
                return $rejected === null ? null : $this->find($key);
            }
        }
        throw new \PDOException('The store has refused too many writes in a row.');
    }

    /** Counts a question about a card for the limits. */
    public function note(?string $client): void
    {
        $row = ['fingerprint' => '', 'client' => $client];
        $this->take(bin2hex(random_bytes(32)), State::Rejected, self::REMEMBERED, $row);
    }

    /** @return bool false if there is no such attempt, it is settled, or its response may still arrive */
    public function resolve(string $key, State $state, ?Answer $answer = null): bool
    {
        $isOverdue = "(state = 'unknown' OR (state = 'sent' AND due_by <= {now}))";
        return $this->settle($isOverdue, $key, $state, $answer);
    }

    /** Corrects a settled attempt. @return bool false if it was not settled, or another attempt holds the order */
    public function correct(string $key, State $state, ?Answer $answer = null): bool
    {
        $isSettled = "state IN ('succeeded', 'failed') AND fingerprint <> ''";
        return $this->settle($isSettled, $key, $state, $answer, mustHold: true);
    }

    /**
     * Lists attempts that were sent, the oldest first.
     *
     * @param bool $open whether to leave out settled attempts
     * @param int $since leaves out attempts whose state is older, in ms since 1970
     * @return list<Attempt>
     */
    public function list(bool $open = false, int $since = 0): array
    {
        $states = $open ? "state IN ('sent', 'unknown')" : "state NOT IN ('rejected') AND fingerprint <> ''";
        return $this->select("$states AND since >= :since ORDER BY since", ['since' => $since]);
    }

    /**
     * Counts attempts since a time.
     *
     * @param string $where `order_hash`, `client`, `asks` or `looks` for all questions of a kind, or '' for all that were sent
     * @return array{int, int} how many, and ms until the first of them does not count any more
     */
    public function count(string $where, ?string $value, int $ms): array
    {
        $which = match ($where) {
            '' => "fingerprint <> ''",
            'asks' => "fingerprint = '' AND state = 'failed'",
            'looks' => "fingerprint = '' AND state = 'rejected'",
            default => "$where = :value",
        };
        $sql = "SELECT COUNT(*) AS many, MIN(created) + $ms - {now} AS wait FROM " . self::TABLE
            . " WHERE mode = :mode AND created > {now} - $ms AND $which";
        $values = ['mode' => $this->mode] + (str_contains($which, ':value') ? ['value' => $value] : []);
        ['many' => $many, 'wait' => $wait] = $this->database->read($sql, $values)[0];
        return [(int) $many, (int) $wait];
    }

    /**
     * Takes the settled attempts that are due, each for a while. No attempt is before an earlier one of its order.
     *
     * @param string|null $key only this attempt
     * @return \Generator<Attempt>
     */
    public function takeSettled(?string $key = null): \Generator
    {
        $table = self::TABLE;
        $earlier = "SELECT 1 FROM $table AS other WHERE other.mode = $table.mode AND other.order_hash = $table.order_hash "
            . "AND other.settlement IS NOT NULL AND other.since < $table.since";
        $which = $key === null ? 'deliver_at <= {now}' : 'id = :id AND settlement IS NOT NULL';
        $due = $this->select("$which AND NOT EXISTS ($earlier) ORDER BY since", $key === null ? [] : ['id' => $key]);
        foreach ($due as $attempt) {
            $lease = "deliver_at = {now} + {$this->times->deliveryLease}";
            if ($this->updateSettlement($attempt, $lease, ' AND deliver_at <= {now}')) {
                yield $attempt;
            }
        }
    }

    /** @param int|null $pauseMs until it is delivered again; null if the shop has accepted it */
    public function delivered(Attempt $attempt, ?int $pauseMs): void
    {
        $again = "deliver_at = {now} + $pauseMs, failures = failures + 1";
        $this->updateSettlement($attempt, $pauseMs === null ? 'settlement = NULL, deliver_at = NULL' : $again);
    }

    /** Deletes attempts that are kept no longer. */
    public function forget(): void
    {
        $this->database->write('DELETE FROM ' . self::TABLE . ' WHERE expires < {now} AND settlement IS NULL', []);
    }

    /** Records a key that was not used as failed. @return bool false if it was used meanwhile */
    private function forbid(string $key, ?string $reference, ?string $client): bool
    {
        $row = ['fingerprint' => '', 'owner' => '', 'reference' => $reference, 'client' => $client];
        return $this->take($key, State::Failed, self::REMEMBERED, $row);
    }

    /**
     * Writes the row of a key that has none, or that was refused for its order.
     *
     * @param array<string, string> $times as SQL
     * @param array<string, int|string|null> $row
     */
    private function take(string $key, State $state, array $times, array $row): bool
    {
        $row['state'] = $state->value;
        $table = self::TABLE;
        $columns = ['created' => '{now}', 'since' => '{now}', ...$times];
        foreach (array_keys($row) as $name) {
            $columns[$name] = ":$name";
        }
        $names = implode(', ', array_keys($columns));
        $set = implode(', ', array_map(fn (string $name, string $sql) => "$name = $sql", array_keys($columns), $columns));
        $insert = "INSERT INTO $table (mode, id, $names) VALUES (:mode, :id, " . implode(', ', $columns) . ')';
        $values = ['mode' => $this->mode, 'id' => $key, ...$row];
        return $this->database->write($insert, $values)
            || $this->database->write("UPDATE $table SET $set WHERE mode = :mode AND id = :id AND state = 'rejected'", $values);
    }

    /**
     * @param string $from a condition for the record before
     * @param array<string, string> $values of the condition
     * @param bool $tells whether the shop is told
     * @param string $more assignments
     * @param bool $mustHold whether the order must be free, unless it failed
     */
    private function settle(
        string $from,
        string $key,
        State $state,
        ?Answer $answer,
        array $values = [],
        bool $tells = true,
        string $more = '',
        bool $mustHold = false,
    ): bool {
        $isTold = $tells && $this->delivers;
        $values += [
            ...['mode' => $this->mode, 'id' => $key, 'state' => $state->value, 'answer' => $answer?->toJson()],
            'settlement' => $isTold ? bin2hex(random_bytes(16)) : null,
        ];
        $set = 'state = :state, since = {now}, answer = :answer, settlement = :settlement, failures = 0, deliver_at = '
            . ($isTold ? '{now}' : 'NULL') . ', expires = ' . ($state->isSettled() ? self::RETAINED['expires'] : 'NULL') . $more;
        // It holds its order, or takes it unless another attempt holds it.
        $ways = $state === State::Failed ? ['NULL'] : ['order_hash', ...($mustHold ? [] : ['holds'])];
        foreach ($ways as $holds) {
            $sql = 'UPDATE ' . self::TABLE . " SET $set, holds = $holds WHERE mode = :mode AND id = :id AND $from";
            if ($this->database->write($sql, $values)) {
                return true;
            }
        }
        return false;
    }

    private function updateSettlement(Attempt $attempt, string $set, string $condition = ''): bool
    {
        $which = "mode = :mode AND id = :id AND settlement = :settlement$condition";
        $values = ['mode' => $this->mode, 'id' => $attempt->key, 'settlement' => $attempt->settlement];
        return $this->database->write('UPDATE ' . self::TABLE . " SET $set WHERE $which", $values);
    }

    /**
     * @param array<string, int|string|null> $values
     * @return list<Attempt>
     */
    private function select(string $where, array $values): array
    {
        $isOverdue = 'CASE WHEN due_by <= {now} THEN 1 ELSE 0 END AS overdue';
        $sql = "SELECT *, $isOverdue FROM " . self::TABLE . " WHERE mode = :mode AND $where";
        return array_map(Attempt::fromRow(...), $this->database->read($sql, ['mode' => $this->mode, ...$values]));
    }
}
