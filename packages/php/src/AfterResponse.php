<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/** Work for which no shopper waits: outcomes that could not be recorded, and calls of `onSettled`, at least once each. */
final class AfterResponse
{
    private const FIRST_PAUSE_MS = 1000;
    private const LONGEST_PAUSE_MS = 3_600_000;

    /** @var list<callable(): void> */
    private array $work = [];

    /** @param (callable(SettledPayment): void)|null $onSettled */
    public function __construct(
        private readonly mixed $onSettled,
        private readonly Attempts $attempts,
        private readonly Log $log,
    ) {
    }

    /** @param callable(): void $step */
    public function add(callable $step): void
    {
        $this->work[] = $step;
    }

    public function settled(string $key): void
    {
        $this->add(fn () => $this->deliver($key));
    }

    /** Does all that was added. A step that the store refuses is logged, and does not stop the others. */
    public function finish(): void
    {
        while ($step = array_shift($this->work)) {
            try {
                $step();
            } catch (\PDOException $error) {
                $this->log->write('store_failed', [], null, $error);
            }
        }
    }

    /**
     * Tells the shop settled attempts.
     *
     * @param string|null $key only this attempt; by default all that are due
     * @return array{delivered: int, failed: int}
     * @throws \PDOException if the store fails
     */
    public function deliver(?string $key = null): array
    {
        $report = ['delivered' => 0, 'failed' => 0];
        foreach ($this->onSettled === null ? [] : $this->attempts->takeSettled($key) as $attempt) {
            try {
                ($this->onSettled)(SettledPayment::of($attempt));
                [$result, $pause] = ['delivered', null];
            } catch (\Throwable $error) {
                $this->log->write('settled_failed', [], $attempt->key, $error);
                $longest = min(self::LONGEST_PAUSE_MS, self::FIRST_PAUSE_MS * 2 ** min($attempt->failures, 12));
                [$result, $pause] = ['failed', random_int(intdiv($longest, 2), $longest)];
            }
            $this->attempts->delivered($attempt, $pause);
            $report[$result]++;
        }
        return $report;
    }
}
