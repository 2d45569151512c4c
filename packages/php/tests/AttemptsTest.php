<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy\Tests;

use PaymentWidget\Proxy\Answer;
use PaymentWidget\Proxy\Attempt;
use PaymentWidget\Proxy\Attempts;
use PaymentWidget\Proxy\Database;
use PaymentWidget\Proxy\State;
use PaymentWidget\Proxy\Times;
use PHPUnit\Framework\TestCase;

/** The state machine, over the database of the environment variable STORE. */
final class AttemptsTest extends TestCase
{
    private Database $database;
    private Attempts $attempts;
    private string $order;

    protected function setUp(): void
    {
        $file = sys_get_temp_dir() . '/payments-' . getmypid() . '.sqlite';
        $dsn = getenv('STORE') ?: "sqlite:$file";
        $this->database = new Database($dsn, getenv('STORE_USER') ?: null);
        $this->database->migrate();
        $this->attempts = $this->withTimes(new Times());
        $this->order = 'order-' . bin2hex(random_bytes(8));
        register_shutdown_function(fn () => array_map(unlink(...), glob("$file*") ?: []));
    }

    /** @dataProvider scenarios */
    public function testScenario(object $scenario): void
    {
        foreach ($scenario->steps as $step) {
            self::assertSame(json_encode($step->gives), json_encode($this->take($step)), (string) json_encode($step));
        }
    }

    public static function scenarios(): array
    {
        return array_column(array_map(fn (object $one) => [$one->what, [$one]], Vectors::read('attempts')->scenarios), 1, 0);
    }

    private function take(object $step): mixed
    {
        $key = "$this->order-" . ($step->key ?? '');
        $state = State::tryFrom($step->as ?? '');
        $name = fn (?string $of) => $of === null ? null : substr($of, strlen("$this->order-"));
        return match ($step->do) {
            'begin' => $this->begin($key, "owner of $step->key", $this->order, isset($step->overdue) ? 0 : 45_000),
            'finish' => ($done = $this->attempts->finish($key, "owner of $step->key", $state, null)) instanceof Attempt
                ? 'dropped' : $done,
            'resolve' => $this->attempts->resolve($key, $state),
            'override' => $this->attempts->correct($key, $state),
            'reject' => $this->attempts->reject($key, $this->order, $step->name ?? null, null),
            'ask' => ($found = $this->attempts->findOrForbid($key, isset($step->order) ? $this->order : null, fn () => null))
                ? array_filter(['key' => $name($found->key), 'state' => $found->state->value, 'rejectedAs' => $found->rejectedAs])
                : null,
            'find' => $this->attempts->find($key)?->state->value,
            'holder' => $name($this->attempts->holder($this->order)?->key),
        };
    }

    public function testKeepsTheAnswer(): void
    {
        $key = self::key();
        $answer = new Answer(202, '{"id":"ä"}', action: (object) ['url' => 'https://bank.example', 'fields' => new \stdClass()]);
        $this->begin($key, 'one', null);
        $this->attempts->finish($key, 'one', State::Unknown, $answer);
        self::assertEquals($answer, $this->attempts->find($key)?->answer);
    }

    public function testKeepsAReferenceThatGbkWouldQuoteOtherwise(): void
    {
        [$key, $order] = [self::key(), $this->order . '使\\'];
        $this->begin($key, 'one', $order);
        self::assertSame($order, $this->attempts->find($key)?->reference);
    }

    public function testProcessesRaceForOneOrder(): void
    {
        $script = 'require $argv[1]; $d = new PaymentWidget\Proxy\Database($argv[2], $argv[3] ?: null); '
            . '$a = new PaymentWidget\Proxy\Attempts($d, "test", new PaymentWidget\Proxy\Times(), false); '
            . 'for ($i = 0; $i < 20; $i++) echo (int) $a->begin(bin2hex(random_bytes(16)), "o", "$argv[4]-$i", null, "f", 1, "EUR", null);';
        $dsn = getenv('STORE') ?: 'sqlite:' . sys_get_temp_dir() . '/payments-' . getmypid() . '.sqlite';
        $args = array_map(escapeshellarg(...), [$script, __DIR__ . '/autoload.php', $dsn, (string) getenv('STORE_USER'), $this->order]);
        $pipes = array_map(fn () => popen('php -r ' . implode(' ', $args), 'r'), range(1, 6));
        $won = array_map(stream_get_contents(...), $pipes);
        $wins = fn (int $at) => array_sum(array_map(fn (string $each) => (int) $each[$at], $won));
        self::assertSame(array_fill(0, 20, 1), array_map($wins, range(0, 19)));
    }

    public function testShopIsNotToldOfAFailureThatWasReopened(): void
    {
        [$key, $attempts] = [self::key(), $this->withTimes(new Times(), true)];
        $this->begin($key, 'one', $this->order, 0);
        $attempts->resolve($key, State::Failed);
        $attempts->finish($key, 'one', State::Unknown, null);
        self::assertSame([], iterator_to_array($attempts->takeSettled($key), false));
    }

    public function testAbandonedKeyIsNotSentAgain(): void
    {
        $key = self::key();
        $this->begin($key, 'one', $this->order);
        self::assertTrue($this->attempts->abandon($key, 'one', $this->order));
        self::assertFalse($this->begin($key, 'two', $this->order));
        self::assertTrue($this->begin(self::key(), 'two', $this->order));
    }

    public function testAbandonForbidsWhatMayArriveLater(): void
    {
        [$new, $rejected] = [self::key(), self::key()];
        $this->attempts->reject($rejected, $this->order, null, null);
        foreach ([$new, $rejected] as $key) {
            self::assertTrue($this->attempts->abandon($key, 'one', $this->order));
            self::assertFalse($this->begin($key, 'one', $this->order));
        }
    }

    public function testAbandonDoesNotTouchAnotherAttempt(): void
    {
        $key = self::key();
        $this->begin($key, 'two', null);
        self::assertFalse($this->attempts->abandon($key, 'one', null));
        self::assertSame(State::Sent, $this->attempts->find($key)?->state);
    }

    public function testSettledAttemptsAreDeliveredUntilTheyAreAccepted(): void
    {
        $key = self::key();
        $attempts = $this->withTimes(new Times(), true);
        $this->begin($key, 'one', $this->order);
        $attempts->finish($key, 'one', State::Succeeded, new Answer(200));
        [$taken] = iterator_to_array($attempts->takeSettled($key), false);
        self::assertSame([], iterator_to_array($attempts->takeSettled($key), false)); // another process has it
        $attempts->delivered($taken, 0);
        [$again] = iterator_to_array($attempts->takeSettled($key), false);
        self::assertSame([$taken->settlement, 1], [$again->settlement, $again->failures]);
        $attempts->delivered($again, null);
        self::assertNull($attempts->find($key)?->settlement);
    }

    public function testDeliversAttemptsOfAnOrderInTheirOrder(): void
    {
        [$first, $second] = [self::key(), self::key()];
        $attempts = $this->withTimes(new Times(), true);
        $this->begin($first, 'one', $this->order);
        $attempts->finish($first, 'one', State::Failed, null);
        usleep(2000);
        $this->begin($second, 'two', $this->order);
        $attempts->finish($second, 'two', State::Succeeded, null);
        self::assertSame([], iterator_to_array($attempts->takeSettled($second), false));
        [$taken] = iterator_to_array($attempts->takeSettled($first), false);
        $attempts->delivered($taken, null);
        self::assertCount(1, iterator_to_array($attempts->takeSettled($second), false));
    }

    public function testCountsAttemptsOfAnOrder(): void
    {
        $key = self::key();
        $this->begin($key, 'one', $this->order);
        $hash = hash('sha256', $this->order);
        self::assertSame(1, $this->attempts->count('order_hash', $hash, 60_000)[0]);
        $this->attempts->abandon($key, 'one', $this->order);
        self::assertSame(0, $this->attempts->count('order_hash', $hash, 60_000)[0]);
    }

    public function testKeysDifferByCase(): void
    {
        self::assertTrue($this->begin($key = self::key(), 'one', null));
        self::assertTrue($this->begin(strtoupper($key), 'one', null));
    }

    private function withTimes(Times $times, bool $delivers = false): Attempts
    {
        return new Attempts($this->database, 'test', $times, $delivers);
    }

    private function begin(string $key, string $owner, ?string $order, int $sentLimit = 45_000): bool
    {
        $attempts = $this->withTimes(new Times(sentLimit: $sentLimit));
        return $attempts->begin($key, $owner, $order, null, 'print', 4999, 'EUR', null);
    }

    private static function key(): string
    {
        return 'key-' . bin2hex(random_bytes(16));
    }
}
