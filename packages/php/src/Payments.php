<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

use PDOException;

/** Sends each payment at most once, and answers repeated requests with the recorded outcome. */
final class Payments
{
    private const FIRST_PAUSE_MS = 100;
    private const LONGEST_PAUSE_MS = 1600;
    private const MAX_RACES = 100;
    /** When an outcome could not be recorded, after the response, in ms. */
    private const RETRY_PAUSES_MS = [500, 1000, 2000, 4000, 8000, 15_000];

    public function __construct(
        private readonly Options $options,
        private readonly Attempts $attempts,
        private readonly Limits $limits,
        private readonly Log $log,
        private readonly AfterResponse $after,
    ) {
    }

    /**
     * @param OrderToken|null $token null if the proxy requires none
     * @param callable(Attempt): ?Attempt $disclose what the request may learn of an attempt
     * @throws Problem if there is no response of the service to return
     */
    public function handle(string $key, mixed $body, ?OrderToken $token, Request $request, callable $disclose): Response
    {
        $startedAt = Times::now();
        try {
            $this->checkMode($request);
            if ($refusal = $token?->refusal()) {
                throw $refusal;
            }
            $payment = PaymentParser::parse($body, time(), $this->options->acceptedBrands());
            [$reference, $price] = $this->confirmOrder($payment, $token, $request);
            if ($price !== null && $price !== [$payment->amount, $payment->currency]) {
                $detail = 'The amount of this order has changed. Nothing was sent.';
                throw new Problem(409, 'amount_changed', $detail, members: ['amount' => $price[0], 'currency' => $price[1]]);
            }
        } catch (\Throwable $refusal) {
            return $this->refuse($key, $disclose, $refusal);
        }
        $named = isset($payment->reference) ? Text::canonical($payment->reference) : null;
        $claim = [
            'reference' => $reference,
            'pageReference' => $named === $reference ? null : $named,
            'fingerprint' => $this->ask($key, fn () => self::fingerprint($payment, $this->attempts->secret())),
            'amount' => $payment->amount,
            'currency' => $payment->currency,
        ];
        return $this->pay($key, $claim, $payment, $request, $disclose, $startedAt);
    }

    /** Without card number and security code, so that a stored value reveals nothing about a card, even by brute force. */
    public static function fingerprint(\stdClass $payment, string $secret): string
    {
        $rest = clone $payment;
        unset($rest->payment_method);
        $card = $payment->payment_method->card;
        $network = isset($card->preferred_network) ? [$card->preferred_network] : [];
        $parts = [self::inOrder($rest), 'card', $card->exp_month, $card->exp_year, ...$network];
        return hash_hmac('sha256', Json::encode($parts), $secret);
    }

    private static function inOrder(mixed $value): mixed
    {
        if (!$value instanceof \stdClass) {
            return $value;
        }
        $members = array_map(self::inOrder(...), (array) $value);
        ksort($members, SORT_STRING);
        return (object) $members;
    }

    /** The page may show a configuration from a cache. */
    private function checkMode(Request $request): void
    {
        $shown = $request->header(Contract::PAYMENTS_MODE);
        if ($shown !== null && $shown !== $this->options->mode) {
            $key = $this->options->mode === 'live' ? 'a Live key' : 'a Test key';
            throw new Problem(403, 'mode_mismatch', "The page shows another mode, but the proxy has $key. Nothing was sent.");
        }
    }

    /** @return array{?string, array{int, string}|null} the order in its canonical form, and its price */
    private function confirmOrder(\stdClass $payment, ?OrderToken $token, Request $request): array
    {
        $draft = clone $payment;
        unset($draft->payment_method);
        $draft->reference = ($payment->reference ?? '') ?: ($token?->order['reference'] ?? null);
        $resolve = $this->options->resolvePrice;
        $found = $resolve === null ? null : $resolve((array) json_decode(Json::encode($draft), true), $request);
        $reference = Text::canonical($found['reference'] ?? $draft->reference ?? '');
        if ($found !== null && !OrderToken::isOrder(['reference' => $reference ?: 'none', ...$found])) {
            throw new \UnexpectedValueException('resolvePrice: expected amount, currency and perhaps reference.');
        }
        // First, so that a token does not reveal whether another order exists.
        if ($token !== null && $reference !== $token->reference()) {
            throw Problem::invalidToken();
        }
        if ($resolve !== null && $found === null) {
            throw new Problem(404, 'unknown_order', 'resolvePrice returned no order. Nothing was sent.');
        }
        $price = $found ?? $token?->order;
        return [$reference ?: null, $price === null ? null : [(int) $price['amount'], $price['currency']]];
    }

    /**
     * Refuses a payment. If its key was sent before, replays that outcome: a browser that repeats a POST must not read "not
     * charged". Without a token for its order, says only that it is known. The page asks `/attempts` about other copies.
     */
    private function refuse(string $key, callable $disclose, \Throwable $refusal): Response
    {
        $attempt = $this->ask($key, fn () => $this->attempts->find($key));
        if ($attempt === null || $attempt->state === State::Rejected) {
            throw $refusal;
        }
        $disclosed = $disclose($attempt);
        $isStranger = $refusal instanceof Problem && $refusal->problem === 'order_token_invalid';
        if ($isStranger || $disclosed === null) {
            throw Problem::invalidToken('unknown');
        }
        return $disclosed->state === State::Sent ? throw Problem::inFlight() : Replay::of($disclosed);
    }

    /** @param array<string, int|string|null> $claim */
    private function pay(
        string $key,
        array $claim,
        \stdClass $payment,
        Request $request,
        callable $disclose,
        int $startedAt,
    ): Response {
        ['reference' => $reference] = $claim;
        $client = $this->limits->clientOf($request);
        $times = $this->options->times;
        for ($races = 0; $races < self::MAX_RACES; $races++) {
            $known = $this->known($key, $claim, $disclose, $client, $startedAt);
            if ($known !== null) {
                return $known;
            }
            try {
                $this->ask($key, fn () => $this->limits->check($reference, $client));
                $build = $this->options->buildRequest;
                $body = Json::encode($build === null ? $payment : $build(json_decode(Json::encode($payment), true)));
            } catch (\Throwable $refusal) {
                return $this->refuse($key, $disclose, $refusal); // it may be known meanwhile
            }
            [$begunAt, $owner] = [Times::now(), bin2hex(random_bytes(16))];
            try {
                if (!$this->attempts->begin(...['key' => $key, 'owner' => $owner, ...$claim, 'client' => $client])) {
                    continue; // another request was faster
                }
            } catch (PDOException $cause) {
                // The attempt may be recorded, now or later. Nobody sends it.
                $this->log->write('store_failed', [], $key, $cause);
                throw Problem::storeFailed($cause, $this->abandon($key, $owner, $reference));
            }
            $late = $this->excess($reference, $client) ?? $this->lateness($begunAt, $startedAt);
            if ($late !== null) {
                $outcome = $this->abandon($key, $owner, $reference, $late->answer());
                throw $outcome === 'not_charged' ? $late : Problem::storeFailed($late, $outcome);
            }
            $limit = min($times->upstream, $times->total - (Times::now() - $startedAt));
            return $this->send($key, $owner, $body, $payment->payment_method->card, $limit);
        }
        throw Problem::inFlight();
    }

    /** The response to a payment that may not be sent, or null. Waits while the first request with its key is in progress. */
    private function known(string $key, array $claim, callable $disclose, ?string $client, int $startedAt): ?Response
    {
        for ($pause = self::FIRST_PAUSE_MS;; $pause = min(2 * $pause, self::LONGEST_PAUSE_MS)) {
            $attempt = $this->ask($key, fn () => $this->attempts->find($key));
            if ($attempt === null || $attempt->state === State::Rejected) {
                return $this->knownOrder($key, $claim, $disclose, $client);
            }
            if ($attempt->fingerprint !== $claim['fingerprint'] || $attempt->reference !== $claim['reference']) {
                $outcome = $attempt->state === State::Failed ? 'not_charged' : 'unknown';
                throw new Problem(422, 'idempotency_key_reused', 'This key was used for a different payment.', $outcome);
            }
            if ($attempt->state !== State::Sent) {
                $disclosed = $disclose($attempt);
                return $disclosed === null ? throw Problem::invalidToken('unknown') : Replay::of($disclosed);
            }
            if (Times::now() + $pause > $startedAt + $this->options->times->patience) {
                throw Problem::inFlight();
            }
            usleep($pause * 1000);
        }
    }

    /** @param array<string, int|string|null> $claim */
    private function knownOrder(string $key, array $claim, callable $disclose, ?string $client): ?Response
    {
        ['reference' => $reference, 'pageReference' => $named] = $claim;
        $holder = $reference === null ? null : $this->ask($key, fn () => $this->attempts->holder($reference));
        if ($holder === null) {
            return null;
        }
        $this->ask($key, function () use ($key, $reference, $named, $client): void {
            try {
                $this->limits->check($reference, $client);
                $this->attempts->reject($key, $reference, $named, $client); // else its page would not find the holder again
            } catch (Problem) {
                // Above a limit nothing is stored, and the response is the same.
            }
        });
        $isSame = $holder->amount === $claim['amount'] && $holder->currency === $claim['currency'];
        if ($holder->state !== State::Succeeded || !$isSame) {
            throw new Problem(409, 'conflict', $holder->state === State::Succeeded
                ? 'This order was paid with a different amount.'
                : 'Another attempt for this order is in progress or its outcome is unknown.', 'unknown');
        }
        $disclosed = $disclose($holder);
        return $disclosed === null ? Replay::isPaid() : Replay::of($disclosed);
    }

    /** The last check before the payment is sent: if the store was slow, others may soon say that the attempt is overdue. */
    private function lateness(int $begunAt, int $startedAt): ?Problem
    {
        $times = $this->options->times;
        $now = Times::now();
        $isLate = $now - $begunAt > $times->store || $startedAt + $times->total - $now < $times->total / 4;
        $detail = 'Too little time was left to send the payment. Nothing was sent for this request.';
        return $isLate ? new Problem(503, 'proxy_error', $detail) : null;
    }

    /** Requests that arrive at the same time may all have passed the limit before they were counted. */
    private function excess(?string $reference, ?string $client): ?Problem
    {
        try {
            $this->limits->check($reference, $client, own: 1);
            return null;
        } catch (Problem $problem) {
            return $problem;
        } catch (PDOException $cause) {
            return Problem::storeFailed($cause, 'not_charged');
        }
    }

    /** @return string `unknown` unless it is certain that no copy is sent */
    private function abandon(string $key, string $owner, ?string $reference, ?Answer $answer = null): string
    {
        try {
            return $this->attempts->abandon($key, $owner, $reference, $answer) ? 'not_charged' : 'unknown';
        } catch (PDOException $cause) {
            $this->log->write('store_failed', [], $key, $cause);
            return 'unknown';
        }
    }

    private function send(string $key, string $owner, string $body, \stdClass $card, int $limit): Response
    {
        try {
            $outcome = (new Service($this->options, $this->log))->send($body, $key, $card, $limit);
            $finished = $this->record($key, $owner, $outcome);
            $retryAfter = $outcome->retryAfter === null ? [] : ['Retry-After' => $outcome->retryAfter];
            $isOther = $finished instanceof Attempt && $finished->state !== State::Failed;
            return $isOther ? Replay::of($finished) : $outcome->answer->toResponse($retryAfter);
        } catch (\Throwable $error) {
            $this->log->write('proxy_failed', [], $key, $error);
            $detail = 'The proxy failed after this payment may have been sent. Check the payment at the service.';
            throw new Problem(500, 'proxy_error', $detail, 'unknown', previous: $error);
        }
    }

    private function record(string $key, string $owner, Outcome $outcome): string|Attempt|null
    {
        $details = ['status' => $outcome->answer->status];
        if ($outcome->isInDoubt()) {
            $this->log->write('payment_in_doubt', $details, $key);
        }
        $finish = function () use ($key, $owner, $outcome, $details): string|Attempt|null {
            $answer = $outcome->isInDoubt() ? null : $outcome->answer;
            $finished = $this->attempts->finish($key, $owner, $outcome->state, $answer);
            $correction = $outcome->state === State::Unknown ? 'attempt_reopened' : 'charge_corrected';
            if ($finished !== 'recorded') {
                $this->log->write($finished === 'corrected' ? $correction : 'outcome_dropped', $details, $key);
            }
            $this->after->settled($key);
            return $finished;
        };
        try {
            return $finish();
        } catch (PDOException) {
            // The database may have closed the connection while the service was slow.
        }
        try {
            return $finish();
        } catch (PDOException $cause) {
            // The shopper gets the response even if it cannot be recorded now.
            $this->log->write('store_failed', [], $key, $cause);
            $this->after->run(fn () => $this->retry($finish, $key));
            return null;
        }
    }

    private function retry(callable $finish, string $key): void
    {
        foreach (self::RETRY_PAUSES_MS as $pause) {
            usleep($pause * 1000);
            try {
                $finish();
                return;
            } catch (PDOException $cause) {
                $this->log->write('store_failed', [], $key, $cause);
            }
        }
    }

    /**
     * @template T
     * @param callable(): T $question
     * @return T
     * @throws Problem 503 with an unknown outcome, since another process may have sent the payment
     */
    private function ask(string $key, callable $question): mixed
    {
        try {
            return $question();
        } catch (PDOException $cause) {
            $this->log->write('store_failed', [], $key, $cause);
            throw Problem::storeFailed($cause, 'unknown');
        }
    }
}
