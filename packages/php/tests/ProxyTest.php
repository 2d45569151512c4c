<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy\Tests;

use PaymentWidget\Proxy\Command\Program;
use PaymentWidget\Proxy\Options;
use PaymentWidget\Proxy\PaymentProxy;
use PaymentWidget\Proxy\Request;
use PaymentWidget\Proxy\Response;
use PaymentWidget\Proxy\SettledPayment;
use PaymentWidget\Proxy\State;
use PaymentWidget\Proxy\Times;
use PHPUnit\Framework\TestCase;

/** The proxy without a server. No service listens, so each payment that is sent certainly fails. */
final class ProxyTest extends TestCase
{
    private const EUR = ['amount' => 4999, 'currency' => 'EUR'];

    private string $file;

    protected function setUp(): void
    {
        $this->file = (string) tempnam(sys_get_temp_dir(), 'payments');
    }

    protected function tearDown(): void
    {
        array_map(unlink(...), glob("$this->file*") ?: []);
    }

    public function testRecordsAPaymentThatWasNotSent(): void
    {
        $proxy = $this->proxy();
        $response = self::pay($proxy, 'one');
        self::assertSame([502, 'service_unreachable', 'not_charged'], self::problem($response));
        self::assertSame([502, 'true'], [self::pay($proxy, 'one')->status, self::pay($proxy, 'one')->headers['Idempotency-Replayed']]);
    }

    public function testSendsNothingIfTheStoreWasSlow(): void
    {
        $response = self::pay($this->proxy(times: new Times(store: -1)), 'one');
        self::assertSame([503, 'proxy_error', 'not_charged'], self::problem($response));
    }

    public function testAsksThePriceWithoutTheCard(): void
    {
        $drafts = [];
        $proxy = $this->proxy(resolvePrice: function (array $draft) use (&$drafts): array {
            $drafts[] = $draft;
            return ['amount' => 5499, 'currency' => 'EUR'];
        });
        $response = self::pay($proxy, 'one');
        self::assertSame([409, 'amount_changed', 'not_charged'], self::problem($response));
        self::assertSame(5499, json_decode($response->body)->amount);
        self::assertSame(['amount', 'currency', 'reference', 'customer'], array_keys($drafts[0]));
    }

    public function testFailsWithoutDetailsIfResolvePriceIsWrong(): void
    {
        foreach ([
            'throws' => fn () => throw new \RuntimeException('secret'),
            'returns an amount with decimals' => fn () => ['amount' => 49.99, 'currency' => 'EUR'],
            'returns another currency' => fn () => ['amount' => 4999, 'currency' => 'secret'],
            'returns a reference with a space' => fn () => [...self::EUR, 'reference' => ' order-7'],
        ] as $what => $resolvePrice) {
            $response = self::pay($this->proxy(resolvePrice: $resolvePrice), 'one');
            self::assertSame([500, 'proxy_error', 'not_charged'], self::problem($response), $what);
            self::assertStringNotContainsString('secret', $response->body);
        }
    }

    public function testRefusesAnUnknownOrder(): void
    {
        $response = self::pay($this->proxy(resolvePrice: fn () => null), 'one');
        self::assertSame([404, 'unknown_order', 'not_charged'], self::problem($response));
    }

    public function testReplaysAKnownOutcomeToAPageOfAnotherMode(): void
    {
        $proxy = $this->proxy();
        self::pay($proxy, 'one');
        self::assertSame(502, self::pay($proxy, 'one', ['Payments-Mode' => 'live'])->status);
    }

    public function testLimitsAttemptsOfAnOrder(): void
    {
        $proxy = $this->proxy(attemptsPerReference: 2);
        self::pay($proxy, 'one');
        self::pay($proxy, 'two');
        $response = self::pay($proxy, 'three');
        self::assertSame([429, 'rate_limited', 'not_charged'], self::problem($response));
        self::assertGreaterThan(590, (int) $response->headers['Retry-After']);
    }

    public function testLimitsQuestionsForUnknownAttempts(): void
    {
        $proxy = $this->proxy(requestsPerMinute: 1);
        self::assertSame('not_found', json_decode(self::ask($proxy, 'one')->body)->state);
        self::assertSame([429, 'rate_limited', 'unknown'], self::problem(self::ask($proxy, 'two')));
        self::assertSame('service_unreachable', self::problem(self::pay($proxy, 'two'))[1]);
    }

    public function testLeavesAttemptsOfAnOrderToOtherClients(): void
    {
        $proxy = $this->proxy(attemptsPerClient: 2, clientId: fn (Request $request) => $request->header('X-Client'));
        foreach (['one', 'two', 'three'] as $key) {
            self::pay($proxy, $key, ['X-Client' => 'tester']);
        }
        self::assertSame(429, self::pay($proxy, 'four', ['X-Client' => 'tester'])->status);
        self::assertSame(502, self::pay($proxy, 'five', ['X-Client' => 'victim'])->status);
    }

    public function testDeclaresBrandsAndNetworks(): void
    {
        $config = json_decode(self::get($this->proxy(brands: ['visa', 'amex'], networksOf: fn () => null), 'config')->body);
        self::assertSame([['visa', 'american-express'], true], [$config->brands, $config->networks]);
        self::assertSame(404, self::get($this->proxy(), 'networks/40000025')->status);
    }

    public function testLooksNetworksUpWithinTheLimitOfAClient(): void
    {
        $asked = [];
        $proxy = $this->proxy(networksOf: function (string $digits) use (&$asked): array {
            $asked[] = $digits;
            return ['cartes-bancaires', 'visa'];
        }, attemptsPerClient: 1, clientId: fn () => 'client');
        self::assertSame(400, self::get($proxy, 'networks/4000002x')->status);
        self::assertSame('{"networks":["cartes-bancaires","visa"]}', self::get($proxy, 'networks/40000025')->body);
        self::get($proxy, 'networks/40000025');
        self::get($proxy, 'networks/40000025');
        self::assertSame([429, 'rate_limited', 'not_charged'], self::problem(self::get($proxy, 'networks/40000025')));
        self::assertSame(array_fill(0, 3, '40000025'), $asked);
    }

    public function testCountsLookupsOfNetworksApartFromQuestionsForAttempts(): void
    {
        $proxy = $this->proxy(networksOf: fn () => null, requestsPerMinute: 1);
        self::get($proxy, 'networks/40000025');
        self::assertSame('not_found', json_decode(self::ask($proxy, 'one')->body)->state);
    }

    public function testNamesTheOrderToThePageOfARejectedKey(): void
    {
        $proxy = $this->proxy(resolvePrice: fn () => [...self::EUR, 'reference' => 'order-7']);
        self::pay($proxy, 'one');
        $proxy->resolve(self::key('one'), State::Succeeded, override: true);
        self::pay($proxy, 'two');
        self::assertEquals((object) ['reference' => 'order-1042', 'state' => 'succeeded'], self::reportOf($proxy, 'two'));
    }

    public function testTellsOfASettledAttemptUntilItIsAccepted(): void
    {
        $told = [];
        $proxy = $this->proxy(onSettled: function (SettledPayment $payment) use (&$told): void {
            $told[] = $payment;
            count($told) > 1 || throw new \RuntimeException('The database of the shop is down.');
        });
        self::pay($proxy, 'one');
        self::assertSame([], $told);
        $proxy->finish();
        self::assertSame(['delivered' => 0, 'failed' => 0], $proxy->deliver()); // not due yet
        usleep(1_100_000);
        self::assertSame(['delivered' => 1, 'failed' => 0], $proxy->deliver());
        self::assertSame(['failed', 'order-1042', 4999], [$told[1]->outcome, $told[1]->reference, $told[1]->amount]);
        self::assertSame($told[0]->id, $told[1]->id);
    }

    public function testResolvesByCommand(): void
    {
        $proxy = $this->proxy();
        self::pay($proxy, 'one');
        $name = substr(hash('sha256', self::key('one')), 0, 12);
        self::assertSame([1, '', true], self::command($proxy, 'Nothing to settle', 'resolve', 'order-1042', 'succeeded'));
        $done = "order-1042: attempt $name failed → succeeded\n";
        self::assertSame([0, $done, true], self::command($proxy, '', 'resolve', 'order-1042', 'succeeded', '--override'));
        self::assertSame([1, '', true], self::command($proxy, 'needs the key', 'resolve', 'order-1042', 'failed', '--override'));
        self::assertSame(0, self::command($proxy, '', 'resolve', self::key('one'), 'failed', '--override')[0]);
    }

    public function testChecksTheStoreAndListsAttempts(): void
    {
        $proxy = $this->proxy();
        self::assertSame([0, "All settings are valid.\nThe store works.\n", true], self::command($proxy, '', 'check'));
        self::assertSame([0, "No attempts.\n", true], self::command($proxy, '', 'attempts'));
        self::pay($proxy, 'one');
        self::assertStringContainsString('49.99 EUR  order-1042', self::command($proxy, '', 'attempts')[1]);
        self::assertSame('failed', json_decode(self::command($proxy, '', 'attempts', '--json')[1])->state);
        self::assertSame([0, "No attempts.\n", true], self::command($proxy, '', 'attempts', '--unknown'));
    }

    public function testRefusesWrongArgumentsWithoutQuotingThem(): void
    {
        foreach ([['secret'], ['attempts', '--secret'], ['attempts', '--since', 'secret'], ['resolve', 'a', 'secret']] as $args) {
            self::assertSame([2, '', true], self::command($this->proxy(), 'Expected', ...$args));
        }
    }

    public function testNamesAllInvalidOptionsWithoutQuotingThem(): void
    {
        try {
            new Options('ftp://x', 'sk live', 'Test', 'redis://', orderTokenSecret: 'short', allowedOrigins: ['*']);
            self::fail('They were accepted.');
        } catch (\InvalidArgumentException $error) {
            preg_match_all('/^(?:PaymentProxy: )?(\w+) /m', $error->getMessage(), $names);
            $expected = ['baseUrl', 'apiKey', 'mode', 'store', 'orderTokenSecret', 'allowedOrigins'];
            self::assertSame($expected, $names[1]);
            self::assertStringNotContainsString('sk live', $error->getMessage());
        }
    }

    private function proxy(mixed ...$options): PaymentProxy
    {
        return new PaymentProxy(new Options(...[
            'baseUrl' => 'http://127.0.0.1:2',
            'apiKey' => 'sk_9f8e7d6c5b4a',
            'mode' => 'test',
            'store' => "sqlite:$this->file",
            'resolvePrice' => fn () => self::EUR,
            'logger' => fn () => null,
            ...$options,
        ]));
    }

    private static function key(string $name): string
    {
        return str_pad($name, 43, '-');
    }

    private static function pay(PaymentProxy $proxy, string $key, array $headers = []): Response
    {
        $all = ['Content-Type' => 'application/json', 'Idempotency-Key' => self::key($key), ...$headers];
        $body = json_encode(Vectors::read('payments')->payment);
        return $proxy->handle(new Request('POST', '/pay/v1/payments', $all, (string) $body));
    }

    private static function ask(PaymentProxy $proxy, string $key): Response
    {
        return self::get($proxy, 'attempts', ['Idempotency-Key' => self::key($key)]);
    }

    private static function reportOf(PaymentProxy $proxy, string $key): object
    {
        $report = json_decode(self::ask($proxy, $key)->body);
        unset($report->attempt);
        return $report;
    }

    private static function get(PaymentProxy $proxy, string $path, array $headers = []): Response
    {
        return $proxy->handle(new Request('GET', "/pay/$path", $headers));
    }

    /** @return array{int, string, string} */
    private static function problem(Response $response): array
    {
        $problem = json_decode($response->body);
        return [$response->status, $problem->code, $problem->outcome];
    }

    /** @return array{int, string, bool} exit code, output, and whether the errors contain a text */
    private static function command(PaymentProxy $proxy, string $expected, string ...$args): array
    {
        [$out, $error] = [fopen('php://memory', 'w+'), fopen('php://memory', 'w+')];
        $code = (new Program($out, $error, $proxy))->run($args);
        return [$code, (string) stream_get_contents($out, -1, 0), str_contains((string) stream_get_contents($error, -1, 0), $expected)];
    }
}
