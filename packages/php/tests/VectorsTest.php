<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy\Tests;

use PaymentWidget\Proxy\CardRules;
use PaymentWidget\Proxy\Contract;
use PaymentWidget\Proxy\IncomingPayment;
use PaymentWidget\Proxy\Limits;
use PaymentWidget\Proxy\OrderToken;
use PaymentWidget\Proxy\PaymentParser;
use PaymentWidget\Proxy\Problem;
use PaymentWidget\Proxy\Redactor;
use PaymentWidget\Proxy\Request;
use PaymentWidget\Proxy\Service;
use PaymentWidget\Proxy\Text;
use PHPUnit\Framework\TestCase;

/** What this proxy has in common with the one in Node. */
final class VectorsTest extends TestCase
{
    private const NOW = 1_800_000_000;

    /** @dataProvider tokens */
    public function testOrderToken(object $case): void
    {
        ['secrets' => $secrets, 'now' => $now] = get_object_vars(Vectors::read('tokens'));
        $token = OrderToken::read($case->token, $secrets, $now);
        $state = $token->order === null ? 'invalid' : ($token->isExpired ? 'expired' : 'valid');
        self::assertSame($case->state, $state);
    }

    public static function tokens(): array
    {
        return Vectors::named(Vectors::read('tokens')->tokens);
    }

    public function testCreatesTokensThatItReads(): void
    {
        $secret = Vectors::read('tokens')->secrets[0];
        $token = OrderToken::read(OrderToken::create('order-7', 4999, 'EUR', $secret), [$secret], time());
        self::assertSame(['reference' => 'order-7', 'amount' => 4999, 'currency' => 'EUR'], $token->order);
    }

    public function testStatuses(): void
    {
        foreach (Vectors::read('statuses')->statuses as $case) {
            $meaning = Contract::meaningOf($case->status, 'json');
            self::assertSame(array_diff_key((array) $case, ['status' => 0]), $meaning, (string) $case->status);
        }
        foreach (['page', 'cut'] as $kind) {
            self::assertSame('unknown', Contract::meaningOf(200, $kind)['outcome']);
        }
    }

    /** @dataProvider bodies */
    public function testBody(object $case): void
    {
        self::assertSame($case->kind, Service::kindOf($case->text, $case->type));
    }

    public static function bodies(): array
    {
        return Vectors::named(Vectors::read('statuses')->bodies);
    }

    public function testAmounts(): void
    {
        ['valid' => $valid, 'invalid' => $invalid] = get_object_vars(Vectors::read('amounts')->amounts);
        self::assertSame($valid, array_values(array_filter($valid, Contract::isAmount(...))));
        self::assertSame([], array_values(array_filter($invalid, Contract::isAmount(...))));
    }

    public function testCurrencies(): void
    {
        foreach (Vectors::read('amounts')->currencies as $case) {
            self::assertSame($case->exponent, Contract::decimals($case->code), $case->code);
        }
    }

    /** @dataProvider redaction */
    public function testRedaction(object $case): void
    {
        $vectors = Vectors::read('redaction');
        $redactor = new Redactor($vectors->keys, $case->number ?? $vectors->card->number, $vectors->card->cvc);
        self::assertSame($case->redacted, $redactor->json($case->body));
    }

    public static function redaction(): array
    {
        return Vectors::named(Vectors::read('redaction')->cases);
    }

    public function testRedactsLongTextsInLinearTime(): void
    {
        $vectors = Vectors::read('redaction');
        $redactor = new Redactor($vectors->keys, $vectors->card->number, $vectors->card->cvc);
        foreach (['4', '4...', '%25', substr($vectors->keys[0], 0, -1) . ' '] as $part) {
            $long = str_repeat($part, intdiv(60_000, strlen($part)));
            self::assertSame($long, $redactor->text($long));
        }
    }

    /** @dataProvider fingerprints */
    public function testFingerprint(object $case): void
    {
        $vectors = Vectors::read('fingerprints');
        $payment = Vectors::changed($vectors->payment, $case->change);
        self::assertSame($case->fingerprint, IncomingPayment::fingerprint($payment, $vectors->secret));
    }

    public static function fingerprints(): array
    {
        return Vectors::named(Vectors::read('fingerprints')->changes);
    }

    public function testKeys(): void
    {
        foreach (Vectors::read('names')->keys as $case) {
            self::assertSame($case->valid, Contract::isIdempotencyKey($case->key), $case->key);
            self::assertSame($case->digest ?? null, $case->valid ? hash('sha256', $case->key) : null);
        }
    }

    public function testReferences(): void
    {
        foreach (Vectors::read('names')->references as $case) {
            self::assertSame($case->valid, Text::isReference($case->reference), json_encode($case->reference));
        }
    }

    /** Without the extension intl, what would need it is refused: it is never another order. */
    public function testSpellingsOfOneReference(): void
    {
        foreach (Vectors::read('names')->same as [$one, $other]) {
            $names = array_unique(array_filter([Text::canonical($one), Text::canonical($other)]));
            self::assertCount(1, $names);
        }
        foreach (Vectors::read('names')->different as [$one, $other]) {
            self::assertNotSame(Text::canonical($one), Text::canonical($other));
        }
    }

    public function testNetworksOfClients(): void
    {
        foreach (Vectors::read('limits')->networks as $case) {
            self::assertSame($case->network, Limits::networkOf($case->client), $case->client);
        }
    }

    /** @dataProvider validPayments */
    public function testAcceptsPayment(object $case): void
    {
        $payment = Vectors::changed(Vectors::read('payments')->payment, $case->change);
        self::assertEquals($payment, PaymentParser::parse(clone $payment, self::NOW));
    }

    public static function validPayments(): array
    {
        return Vectors::named(Vectors::read('payments')->valid);
    }

    /** @dataProvider invalidPayments */
    public function testRefusesPayment(object $case): void
    {
        try {
            PaymentParser::parse(Vectors::changed(Vectors::read('payments')->payment, $case->change), self::NOW);
            self::fail('It was accepted.');
        } catch (Problem $problem) {
            self::assertSame([422, 'not_charged'], [$problem->status, $problem->outcome]);
            self::assertSame([$case->pointer], array_column($problem->members['errors'], 'pointer'));
        }
    }

    public static function invalidPayments(): array
    {
        return Vectors::named(Vectors::read('payments')->invalid);
    }

    public function testBrands(): void
    {
        $vectors = Vectors::read('brands');
        foreach ($vectors->refused as $case) {
            self::assertSame($case->refused, CardRules::isRefused($case->number, $case->brands), $case->what);
        }
        foreach ($vectors->accepted as $case) {
            self::assertSame($case->brand, CardRules::acceptedBrand($case->number, $case->brands), $case->number);
        }
        foreach ($vectors->without_code as $case) {
            self::assertSame($case->allowed, CardRules::mayLackCode($case->number, $case->brands), $case->what);
        }
        foreach ($vectors->names as $case) {
            self::assertSame($case->brands, CardRules::readBrands($case->given));
        }
    }

    public function testNetworksOfCards(): void
    {
        foreach (Vectors::read('brands')->networks as $case) {
            $found = json_decode(json_encode($case->found), true);
            self::assertSame((array) $case->read, CardRules::readNetworks($found), $case->what);
        }
    }

    /** @dataProvider brandedPayments */
    public function testPaymentByBrand(object $case): void
    {
        $pointers = [];
        try {
            PaymentParser::parse(Vectors::changed(Vectors::read('payments')->payment, $case->change), self::NOW, $case->brands);
        } catch (Problem $problem) {
            $pointers = array_column($problem->members['errors'], 'pointer');
        }
        self::assertSame(array_filter([$case->pointer]), $pointers);
    }

    public static function brandedPayments(): array
    {
        return Vectors::named(Vectors::read('brands')->payments);
    }

    /** @dataProvider unreadableBodies */
    public function testRefusesBody(object $case): void
    {
        $headers = ['Content-Type' => 'application/json', 'Idempotency-Key' => str_repeat('k', 43)];
        $this->expectException(Problem::class);
        PaymentParser::decode(new Request('POST', '/v1/payments', $headers, $case->body));
    }

    public static function unreadableBodies(): array
    {
        return Vectors::named(Vectors::read('payments')->unreadable);
    }
}
