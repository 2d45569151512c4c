<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy\Tests;

use PaymentWidget\Proxy\Answer;
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

    public function testKeyIsBegunOnce(): void
    {
        $key = self::key();
        self::assertTrue($this->begin($key, 'one', null));
        self::assertFalse($this->begin($key, 'two', null));
        self::assertSame('one', $this->attempts->find($key)?->owner);
    }

    public function testOrderIsBegunOnce(): void
    {
        self::assertTrue($this->begin(self::key(), 'one', $this->order));
        self::assertFalse($this->begin(self::key(), 'two', $this->order));
    }

    /** @dataProvider outcomes */
    public function testOrderAfter(State $state, bool $isFree): void
    {
        $key = self::key();
        $this->begin($key, 'one', $this->order);
        self::assertSame('recorded', $this->attempts->finish($key, 'one', $state, new Answer(200, '{"id":"ä"}')));
        self::assertSame($isFree, $this->begin(self::key(), 'two', $this->order));
        self::assertSame([$state, '{"id":"ä"}'], [$this->attempts->find($key)?->state, $this->attempts->find($key)?->answer?->body]);
    }

    public static function outcomes(): array
    {
        return [[State::Succeeded, false], [State::Failed, true], [State::Unknown, false]];
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

    public function testFirstOutcomeStays(): void
    {
        $key = self::key();
        $this->begin($key, 'one', $this->order);
        $this->attempts->finish($key, 'one', State::Succeeded, new Answer(200));
        $attempt = $this->attempts->finish($key, 'one', State::Failed, new Answer(402));
        self::assertSame(State::Succeeded, $attempt->state);
    }

    /** @dataProvider contradictions */
    public function testServiceContradictsWhoHasSettledAnAttemptAsFailed(State $state): void
    {
        $key = $this->settledAsFailed();
        self::assertSame('corrected', $this->attempts->finish($key, 'one', $state, new Answer(200)));
        self::assertSame([$state, $key], [$this->attempts->find($key)?->state, $this->attempts->holder($this->order)?->key]);
    }

    /** @dataProvider contradictions */
    public function testServiceContradictsThoughAnotherAttemptHoldsTheOrder(State $state): void
    {
        [$key, $other] = [$this->settledAsFailed(), self::key()];
        $this->begin($other, 'two', $this->order);
        self::assertSame('corrected', $this->attempts->finish($key, 'one', $state, new Answer(200)));
        self::assertSame([$state, $other], [$this->attempts->find($key)?->state, $this->attempts->holder($this->order)?->key]);
    }

    public static function contradictions(): array
    {
        return ['with a charge' => [State::Succeeded], 'with a doubt' => [State::Unknown]];
    }

    public function testReopenedAttemptTakesItsOrderOnceItIsFree(): void
    {
        [$key, $other] = [$this->settledAsFailed(), self::key()];
        $this->begin($other, 'two', $this->order);
        $this->attempts->finish($key, 'one', State::Unknown, null);
        $this->attempts->finish($other, 'two', State::Failed, null);
        self::assertTrue($this->attempts->resolve($key, State::Succeeded));
        self::assertSame($key, $this->attempts->holder($this->order)?->key);
    }

    public function testShopIsNotToldOfAFailureThatWasReopened(): void
    {
        $attempts = $this->withTimes(new Times(), true);
        $key = $this->settledAsFailed($attempts);
        $attempts->finish($key, 'one', State::Unknown, null);
        self::assertSame([], iterator_to_array($attempts->takeSettled($key), false));
    }

    public function testOverdueAttemptIsUnknownAndOnlyThenResolved(): void
    {
        $key = self::key();
        $this->begin($key, 'one', $this->order);
        self::assertFalse($this->attempts->resolve($key, State::Failed));
        $late = self::key();
        $this->begin($late, 'one', null, $this->withTimes(new Times(sentLimit: 0)));
        self::assertSame(State::Unknown, $this->attempts->find($late)?->state);
        self::assertTrue($this->attempts->resolve($late, State::Failed));
        self::assertFalse($this->attempts->resolve($late, State::Succeeded));
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
        $key = self::key();
        self::assertTrue($this->attempts->abandon($key, 'one', $this->order));
        self::assertFalse($this->begin($key, 'one', $this->order));
    }

    public function testAbandonForbidsAKeyThatWasRejected(): void
    {
        $key = self::key();
        $this->attempts->reject($key, $this->order, null, null);
        self::assertTrue($this->attempts->abandon($key, 'one', $this->order));
        self::assertFalse($this->begin($key, 'one', $this->order));
    }

    public function testAbandonDoesNotTouchAnotherAttempt(): void
    {
        $key = self::key();
        $this->begin($key, 'two', null);
        self::assertFalse($this->attempts->abandon($key, 'one', null));
        self::assertSame(State::Sent, $this->attempts->find($key)?->state);
    }

    public function testUnknownKeyIsForbidden(): void
    {
        $key = self::key();
        self::assertNull($this->attempts->findOrForbid($key, $this->order, fn () => null));
        self::assertFalse($this->begin($key, 'one', $this->order));
        self::assertNull($this->attempts->findOrForbid($key, $this->order, fn () => null));
    }

    public function testRejectedKeyFindsTheAttemptOfItsOrder(): void
    {
        [$key, $rejected] = [self::key(), self::key()];
        $this->begin($key, 'one', $this->order);
        $this->attempts->reject($rejected, $this->order, 'of the page', null);
        $found = $this->attempts->findOrForbid($rejected, null, fn () => null);
        self::assertSame([$key, 'of the page'], [$found?->key, $found?->rejectedAs]);
        $this->attempts->finish($key, 'one', State::Failed, null);
        self::assertSame(State::Failed, $this->attempts->findOrForbid($rejected, null, fn () => null)?->state);
        self::assertFalse($this->begin($rejected, 'two', $this->order));
    }

    public function testRejectedKeyMayBeSentLater(): void
    {
        [$key, $rejected] = [self::key(), self::key()];
        $this->begin($key, 'one', $this->order);
        $this->attempts->reject($rejected, $this->order, 'of the page', null);
        self::assertFalse($this->begin($rejected, 'two', $this->order));
        $this->attempts->finish($key, 'one', State::Failed, null);
        self::assertTrue($this->begin($rejected, 'two', $this->order));
    }

    public function testOverrideNeedsTheOrder(): void
    {
        [$key, $other] = [self::key(), self::key()];
        $this->begin($key, 'one', $this->order);
        $this->attempts->finish($key, 'one', State::Failed, null);
        $this->begin($other, 'two', $this->order);
        self::assertFalse($this->attempts->correct($key, State::Succeeded));
        $this->attempts->finish($other, 'two', State::Failed, null);
        self::assertTrue($this->attempts->correct($key, State::Succeeded));
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

    /** As an operator does while its request is on its way. */
    private function settledAsFailed(?Attempts $attempts = null): string
    {
        $key = self::key();
        $this->begin($key, 'one', $this->order, $this->withTimes(new Times(sentLimit: 0)));
        ($attempts ?? $this->attempts)->resolve($key, State::Failed);
        return $key;
    }

    private function begin(string $key, string $owner, ?string $order, ?Attempts $attempts = null): bool
    {
        return ($attempts ?? $this->attempts)->begin($key, $owner, $order, null, 'print', 4999, 'EUR', null);
    }

    private static function key(): string
    {
        return 'key-' . bin2hex(random_bytes(16));
    }
}
