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
    /** As long as payment services remember keys, in ms: 31 days. */
    private const RETENTION_MS = 31 * 86_400_000;
    /** As long as a page remembers an attempt, in ms: a day. */
    private const REMEMBERED_MS = 86_400_000;
    private const MAX_RACES = 100;
    private const TABLE = Database::TABLE;
    private const COLUMNS = 'id, state, fingerprint, owner, since, due_by, reference, page_reference, amount, currency, '
        . 'status, body, media_type, action, settlement, failures, '
        . 'CASE WHEN due_by <= {now} THEN 1 ELSE 0 END AS overdue';

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
        $sql = 'SELECT body FROM ' . self::TABLE . " WHERE mode = '' AND id = 'secret'";
        return $this->database->read($sql, [])[0]['body'] ?? throw new \PDOException('Run vendor/bin/payment-proxy migrate.');
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
        $row = [
            ...['state' => State::Sent->value, 'holds' => $hash, 'order_hash' => $hash, 'reference' => $reference],
            ...['page_reference' => $pageReference, 'fingerprint' => $fingerprint, 'amount' => $amount],
            ...['currency' => $currency, 'client' => $client, 'owner' => $owner],
        ];
        $times = ['created' => '{now}', 'since' => '{now}', 'due_by' => "{now} + {$this->times->sentLimit}", 'expires' => 'NULL'];
        return $this->take($key, $row, $times);
    }

    /**
     * Records the response to a payment that was sent. A charge or a doubt replaces "failed", even if an operator has
     * recorded that.
     *
     * @return 'recorded'|'corrected'|Attempt|null the attempt if it was settled meanwhile, and this outcome was not recorded
     */
    public function finish(string $key, string $owner, State $state, ?Answer $answer): string|Attempt|null
    {
        [$own, $tells] = [['owner' => $owner], $state->isSettled()];
        if ($this->settle($key, $state, $answer, "state IN ('sent', 'unknown') AND owner = :owner", $own, $tells)) {
            return 'recorded';
        }
        $mayCorrect = $state !== State::Failed;
        if ($mayCorrect && $this->settle($key, $state, $answer, "state = 'failed' AND owner = :owner", $own, $tells)) {
            return 'corrected';
        }
        $attempt = $this->find($key);
        $isRecorded = $attempt?->owner === $owner && $attempt->state === $state; // by an earlier call whose answer was lost
        return $isRecorded ? 'recorded' : $attempt;
    }

    /**
     * Gives up an attempt that was not sent, so that nobody can send its key.
     *
     * @return bool false if another request may have sent it
     */
    public function abandon(string $key, string $owner, ?string $reference, ?Answer $answer = null): bool
    {
        // It does not count for the limits.
        $isSent = "state = 'sent' AND owner = :owner";
        if ($this->settle($key, State::Failed, $answer, $isSent, ['owner' => $owner], false, ', created = 0')) {
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
        $row = ['state' => State::Rejected->value, 'order_hash' => hash('sha256', $reference), 'reference' => $reference];
        $row += ['page_reference' => $pageReference, 'client' => $client];
        $this->take($key, $row, ['expires' => '{now} + ' . self::REMEMBERED_MS]);
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
                return $holder->rejectedAs($rejected->pageName());
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
        $row = ['state' => State::Rejected->value, 'fingerprint' => '', 'client' => $client];
        $this->take(bin2hex(random_bytes(32)), $row, ['expires' => '{now} + ' . self::REMEMBERED_MS]);
    }

    /** @return bool false if there is no such attempt, it is settled, or its response may still arrive */
    public function resolve(string $key, State $state, ?Answer $answer = null): bool
    {
        $isOverdue = "(state = 'unknown' OR (state = 'sent' AND due_by <= {now}))";
        return $this->settle($key, $state, $answer, $isOverdue, [], true);
    }

    /** Corrects a settled attempt. @return bool false if it was not settled, or another attempt holds the order */
    public function correct(string $key, State $state, ?Answer $answer = null): bool
    {
        $isSettled = "state IN ('succeeded', 'failed') AND fingerprint <> ''";
        return $this->settle($key, $state, $answer, $isSettled, [], true, mustHold: true);
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
     * @param string $where `order_hash`, `client`, `fingerprint`, or '' for all that were sent
     * @return array{int, int} how many, and ms until the first of them does not count any more
     */
    public function count(string $where, ?string $value, int $ms): array
    {
        $which = $where === '' ? "fingerprint <> ''" : "$where = :value";
        $sql = 'SELECT COUNT(*) AS many, MIN(created) AS first, {now} AS at FROM ' . self::TABLE
            . " WHERE mode = :mode AND created > {now} - $ms AND $which";
        $values = ['mode' => $this->mode] + ($where === '' ? [] : ['value' => $value]);
        ['many' => $many, 'first' => $first, 'at' => $now] = $this->database->read($sql, $values)[0];
        return [(int) $many, $ms - ((int) $now - (int) $first)];
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
            if ($this->deliver($attempt, $lease, 'deliver_at <= {now}')) {
                yield $attempt;
            }
        }
    }

    /** @param int|null $pauseMs until it is delivered again; null if the shop has accepted it */
    public function delivered(Attempt $attempt, ?int $pauseMs): void
    {
        $again = "deliver_at = {now} + $pauseMs, failures = failures + 1";
        $this->deliver($attempt, $pauseMs === null ? 'settlement = NULL, deliver_at = NULL' : $again);
    }

    /** Deletes attempts that are kept no longer. */
    public function forget(): void
    {
        $sql = 'DELETE FROM ' . self::TABLE . ' WHERE expires < {now} AND settlement IS NULL';
        $this->database->write($sql, []);
    }

    /** Records a key that was not used as failed. @return bool false if it was used meanwhile */
    private function forbid(string $key, ?string $reference, ?string $client): bool
    {
        $row = ['state' => State::Failed->value, 'fingerprint' => '', 'owner' => '', 'reference' => $reference];
        return $this->take($key, [...$row, 'client' => $client], ['expires' => '{now} + ' . self::REMEMBERED_MS]);
    }

    /**
     * Writes the row of a key that has none, or that was refused for its order.
     *
     * @param array<string, int|string|null> $row
     * @param array<string, string> $times as SQL
     */
    private function take(string $key, array $row, array $times): bool
    {
        $table = self::TABLE;
        $times = ['created' => '{now}', 'since' => '{now}', ...$times];
        $values = [...$row, 'mode' => $this->mode, 'id' => $key];
        $sets = array_map(fn (string $name) => "$name = :$name", array_keys($row));
        $timeSets = array_map(fn (string $name, string $sql) => "$name = $sql", array_keys($times), $times);
        $set = implode(', ', [...$sets, ...$timeSets]);
        $names = implode(', ', [...array_keys($values), ...array_keys($times)]);
        $all = implode(', ', [...array_map(fn (string $name) => ":$name", array_keys($values)), ...$times]);
        return $this->database->write("UPDATE $table SET $set WHERE mode = :mode AND id = :id AND state = 'rejected'", $values)
            || $this->database->write("INSERT INTO $table ($names) VALUES ($all)", $values);
    }

    /**
     * @param string $from a condition for the record before
     * @param array<string, string> $values of the condition
     * @param bool $tells whether the shop is told
     * @param string $more assignments
     * @param bool $mustHold whether the order must be free, unless it failed
     */
    private function settle(
        string $key,
        State $state,
        ?Answer $answer,
        string $from,
        array $values,
        bool $tells,
        string $more = '',
        bool $mustHold = false,
    ): bool {
        $isTold = $tells && $this->delivers;
        $values += [
            ...['mode' => $this->mode, 'id' => $key, 'state' => $state->value],
            ...['status' => $answer?->status, 'body' => $answer?->body, 'media_type' => $answer?->mediaType],
            'action' => $answer?->action === null ? null : Json::encode($answer->action),
            'settlement' => $isTold ? bin2hex(random_bytes(16)) : null,
        ];
        $set = 'state = :state, since = {now}, status = :status, body = :body, media_type = :media_type, action = :action, '
            . 'settlement = :settlement, failures = 0, deliver_at = ' . ($isTold ? '{now}' : 'NULL')
            . ', expires = ' . ($state->isSettled() ? '{now} + ' . self::RETENTION_MS : 'NULL') . $more;
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

    private function deliver(Attempt $attempt, string $set, string $condition = '1 = 1'): bool
    {
        $sql = 'UPDATE ' . self::TABLE . " SET $set WHERE mode = :mode AND id = :id AND settlement = :settlement AND $condition";
        $values = ['mode' => $this->mode, 'id' => $attempt->key, 'settlement' => $attempt->settlement];
        return $this->database->write($sql, $values);
    }

    /**
     * @param array<string, int|string|null> $values
     * @return list<Attempt>
     */
    private function select(string $where, array $values): array
    {
        $sql = 'SELECT ' . self::COLUMNS . ' FROM ' . self::TABLE . " WHERE mode = :mode AND $where";
        return array_map(Attempt::fromRow(...), $this->database->read($sql, ['mode' => $this->mode, ...$values]));
    }
}
