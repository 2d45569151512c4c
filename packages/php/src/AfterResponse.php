<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/** Work for which no shopper waits: outcomes that could not be recorded, and calls of `onSettled`. */
final class AfterResponse
{
    /** @var list<callable(): void> */
    private array $work = [];

    public function __construct(private readonly Deliveries $deliveries)
    {
    }

    /** @param callable(): void $step */
    public function run(callable $step): void
    {
        $this->work[] = $step;
    }

    public function settled(string $key): void
    {
        $this->run(fn () => $this->deliveries->run($key));
    }

    public function finish(): void
    {
        while ($step = array_shift($this->work)) {
            $step();
        }
    }
}
