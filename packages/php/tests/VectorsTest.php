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

    public function testOrderTokens(): void
    {
        ['secrets' => $secrets, 'now' => $now, 'tokens' => $cases] = get_object_vars(Vectors::read('tokens'));
        foreach ($cases as $case) {
            $token = OrderToken::read($case->token, $secrets, $now);
            $state = $token->order === null ? 'invalid' : ($token->isExpired ? 'expired' : 'valid');
            self::assertSame($case->state, $state, $case->what);
            self::assertSame($case->reason ?? null, $token->hint['reason'] ?? null, $case->what);
            self::assertSame([], $token->withoutHint()->hint, $case->what);
        }
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

    public function testBodies(): void
    {
        foreach (Vectors::read('statuses')->bodies as $case) {
            self::assertSame($case->kind, Service::kindOf($case->text, $case->type), $case->what);
        }
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

    public function testRedaction(): void
    {
        $vectors = Vectors::read('redaction');
        foreach ($vectors->cases as $case) {
            $redactor = new Redactor($vectors->keys, $case->number ?? $vectors->card->number, $vectors->card->cvc);
            self::assertSame($case->redacted, $redactor->json($case->body), $case->what);
        }
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

    public function testFingerprints(): void
    {
        $vectors = Vectors::read('fingerprints');
        foreach ($vectors->changes as $case) {
            $payment = Vectors::changed($vectors->payment, $case->change);
            self::assertSame($case->fingerprint, IncomingPayment::fingerprint($payment, $vectors->secret), $case->what);
        }
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

    public function testAcceptsPayments(): void
    {
        foreach (Vectors::read('payments')->valid as $case) {
            $payment = Vectors::changed(Vectors::read('payments')->payment, $case->change);
            self::assertEquals($payment, PaymentParser::parse(clone $payment, self::NOW), $case->what);
        }
    }

    public function testRefusesPayments(): void
    {
        foreach (Vectors::read('payments')->invalid as $case) {
            $refusal = self::refusalOf($case->change);
            $said = [$refusal?->status, $refusal?->outcome, array_column($refusal?->members['errors'] ?? [], 'pointer')];
            self::assertSame([422, 'not_charged', [$case->pointer]], $said, $case->what);
        }
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

    public function testPaymentsByBrand(): void
    {
        foreach (Vectors::read('brands')->payments as $case) {
            $pointers = array_column(self::refusalOf($case->change, $case->brands)?->members['errors'] ?? [], 'pointer');
            self::assertSame(array_filter([$case->pointer]), $pointers, $case->what);
        }
    }

    public function testRefusesBodies(): void
    {
        $headers = ['Content-Type' => 'application/json', 'Idempotency-Key' => str_repeat('k', 43)];
        foreach (Vectors::read('payments')->unreadable as $case) {
            try {
                PaymentParser::decode(new Request('POST', '/v1/payments', $headers, $case->body));
                self::fail($case->what);
            } catch (Problem $problem) {
                self::assertSame('not_charged', $problem->outcome);
            }
        }
    }

    private static function refusalOf(object $change, ?array $brands = null): ?Problem
    {
        try {
            PaymentParser::parse(Vectors::changed(Vectors::read('payments')->payment, $change), self::NOW, $brands);
            return null;
        } catch (Problem $problem) {
            return $problem;
        }
    }
}
