<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/** Tells the shop each settled attempt, at least once. */
final class Deliveries
{
    private const FIRST_PAUSE_MS = 1000;
    private const LONGEST_PAUSE_MS = 3_600_000;

    /** @param (callable(SettledPayment): void)|null $onSettled */
    public function __construct(
        private readonly mixed $onSettled,
        private readonly Attempts $attempts,
        private readonly Log $log,
    ) {
    }

    /**
     * @param string|null $key only this attempt; by default all that are due
     * @return array{delivered: int, failed: int}
     */
    public function run(?string $key = null): array
    {
        $report = ['delivered' => 0, 'failed' => 0];
        try {
            foreach ($this->onSettled === null ? [] : $this->attempts->takeSettled($key) as $attempt) {
                $report[$this->deliver($attempt) ? 'delivered' : 'failed']++;
            }
        } catch (\PDOException $cause) {
            $this->log->write('store_failed', [], $key, $cause);
            $key ?? throw $cause;
        }
        return $report;
    }

    private function deliver(Attempt $attempt): bool
    {
        try {
            ($this->onSettled)(SettledPayment::of($attempt));
            $this->attempts->delivered($attempt, null);
            return true;
        } catch (\Throwable $error) {
            $this->log->write('settled_failed', [], $attempt->key, $error);
            $pause = min(self::LONGEST_PAUSE_MS, self::FIRST_PAUSE_MS * 2 ** min($attempt->failures, 12));
            $this->attempts->delivered($attempt, random_int(intdiv($pause, 2), $pause));
            return false;
        }
    }
}
