<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

use PDOException;

/** A request to pay: sends its payment at most once, or answers with the recorded outcome. */
final class IncomingPayment
{
    private const FIRST_PAUSE_MS = 100;
    private const LONGEST_PAUSE_MS = 1600;
    private const MAX_RACES = 100;
    /** When an outcome could not be recorded, after the response, in ms. */
    private const RETRY_PAUSES_MS = [500, 1000, 2000, 4000, 8000, 15_000];

    private readonly string $key;
    private readonly int $startedAt;
    /** @var array<string, int|string|null> what `Attempts::begin()` records */
    private array $claim = [];

    /** @param \Closure(Attempt): ?Attempt $disclose what the request may learn of an attempt */
    public function __construct(
        private readonly Request $request,
        private readonly Options $options,
        private readonly Attempts $attempts,
        private readonly Limits $limits,
        private readonly Log $log,
        private readonly AfterResponse $after,
        private readonly \Closure $disclose,
    ) {
        $this->key = (string) $request->header(Contract::IDEMPOTENCY_KEY);
        $this->startedAt = Times::now();
    }

    /**
     * @param OrderToken|null $token null if the proxy requires none
     * @throws Problem if there is no response of the service to return
     */
    public function handle(mixed $body, ?OrderToken $token): Response
    {
        try {
            $this->checkMode();
            $token?->check();
            $payment = PaymentParser::parse($body, time(), $this->options->acceptedBrands());
            $reference = $this->confirmOrder($payment, $token);
            $client = $this->limits->clientOf($this->request);
        } catch (\Throwable $refusal) {
            return $this->refuse($refusal);
        }
        $named = isset($payment->reference) ? Text::canonical($payment->reference) : null;
        $this->claim = [
            'reference' => $reference,
            'pageReference' => $named === $reference ? null : $named,
            'fingerprint' => $this->ask(fn () => self::fingerprint($payment, $this->attempts->secret())),
            'amount' => $payment->amount,
            'currency' => $payment->currency,
            'client' => $client,
        ];
        return $this->pay($payment);
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
    private function checkMode(): void
    {
        $mode = $this->options->mode;
        if (!in_array($this->request->header(Contract::PAYMENTS_MODE), [null, $mode], true)) {
            $key = ['live' => 'a Live key', 'test' => 'a Test key'][$mode];
            throw new Problem(403, 'mode_mismatch', "The page shows another mode, but the proxy has $key. Nothing was sent.");
        }
    }

    /**
     * @return string|null the order in its canonical form
     * @throws Problem 403, 404, or 409 if its price is another one
     */
    private function confirmOrder(\stdClass $payment, ?OrderToken $token): ?string
    {
        $draft = clone $payment;
        unset($draft->payment_method);
        $draft->reference = ($payment->reference ?? '') ?: ($token?->order['reference'] ?? null);
        $resolve = $this->options->resolvePrice;
        $found = $resolve === null ? null : $resolve(Json::toArray($draft), $this->request);
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
        $order = $found ?? $token->order ?? get_object_vars($payment);
        $price = ['amount' => (int) $order['amount'], 'currency' => $order['currency']];
        if ($price !== ['amount' => $payment->amount, 'currency' => $payment->currency]) {
            throw new Problem(409, 'amount_changed', 'The amount of this order has changed. Nothing was sent.', members: $price);
        }
        return $reference ?: null;
    }

    /**
     * Refuses a payment. If its key was sent before, replays that outcome: a browser that repeats a POST must not read "not
     * charged". Without a token for its order, says only that it is known. The page asks `/attempts` about other copies.
     */
    private function refuse(\Throwable $refusal): Response
    {
        $attempt = $this->ask(fn () => $this->attempts->find($this->key));
        if ($attempt === null || $attempt->state === State::Rejected) {
            throw $refusal;
        }
        $disclosed = ($this->disclose)($attempt);
        $isStranger = $refusal instanceof Problem && $refusal->problem === 'order_token_invalid';
        if ($isStranger || $disclosed === null) {
            throw Problem::invalidToken('unknown');
        }
        return $disclosed->state === State::Sent ? throw Problem::inFlight() : Replay::of($disclosed);
    }

    private function pay(\stdClass $payment): Response
    {
        for ($races = 0; $races < self::MAX_RACES; $races++) {
            $known = $this->known();
            if ($known !== null) {
                return $known;
            }
            try {
                $this->ask(fn () => $this->checkLimits());
                $build = $this->options->buildRequest;
                $body = Json::encode($build === null ? $payment : $build(Json::toArray($payment)));
            } catch (\Throwable $refusal) {
                return $this->refuse($refusal); // it may be known meanwhile
            }
            [$begunAt, $owner] = [Times::now(), bin2hex(random_bytes(16))];
            try {
                if (!$this->attempts->begin($this->key, $owner, ...$this->claim)) {
                    continue; // another request was faster
                }
            } catch (PDOException $cause) {
                // The attempt may be recorded, now or later. Nobody sends it.
                throw $this->storeFailed($cause, $this->abandon($owner));
            }
            try {
                $this->checkLimits(own: 1); // requests that arrive at the same time may all have passed
                $this->checkTime($begunAt);
            } catch (Problem | PDOException $reason) {
                $refusal = $reason instanceof Problem ? $reason : $this->storeFailed($reason, 'not_charged');
                $outcome = $this->abandon($owner, $refusal->answer());
                throw $outcome === 'not_charged' ? $refusal : Problem::storeFailed($refusal, $outcome);
            }
            return $this->send($owner, $body, $payment->payment_method->card);
        }
        throw Problem::inFlight();
    }

    /** @throws Problem 429 */
    private function checkLimits(int $own = 0): void
    {
        $this->limits->check($this->claim['reference'], $this->claim['client'], $own);
    }

    /** The response to a payment that may not be sent, or null. Waits while the first request with its key is in progress. */
    private function known(): ?Response
    {
        for ($pause = self::FIRST_PAUSE_MS;; $pause = min(2 * $pause, self::LONGEST_PAUSE_MS)) {
            $attempt = $this->ask(fn () => $this->attempts->find($this->key));
            if ($attempt === null || $attempt->state === State::Rejected) {
                return $this->knownOrder();
            }
            $given = [$this->claim['fingerprint'], $this->claim['reference']];
            if ([$attempt->fingerprint, $attempt->reference] !== $given) {
                $outcome = $attempt->state === State::Failed ? 'not_charged' : 'unknown';
                throw new Problem(422, 'idempotency_key_reused', 'This key was used for a different payment.', $outcome);
            }
            if ($attempt->state !== State::Sent) {
                $disclosed = ($this->disclose)($attempt);
                return $disclosed === null ? throw Problem::invalidToken('unknown') : Replay::of($disclosed);
            }
            if (Times::now() + $pause > $this->startedAt + $this->options->times->patience) {
                throw Problem::inFlight();
            }
            usleep($pause * 1000);
        }
    }

    private function knownOrder(): ?Response
    {
        ['reference' => $reference, 'pageReference' => $named, 'client' => $client] = $this->claim;
        $holder = $reference === null ? null : $this->ask(fn () => $this->attempts->holder($reference));
        if ($holder === null) {
            return null;
        }
        $this->ask(function () use ($reference, $named, $client): void {
            try {
                $this->checkLimits();
                $this->attempts->reject($this->key, $reference, $named, $client); // else its page would not find the holder
            } catch (Problem) {
                // Above a limit nothing is stored, and the response is the same.
            }
        });
        if ($holder->state !== State::Succeeded) {
            $detail = 'Another attempt for this order is in progress or its outcome is unknown.';
            throw new Problem(409, 'conflict', $detail, 'unknown');
        }
        if ([$holder->amount, $holder->currency] !== [$this->claim['amount'], $this->claim['currency']]) {
            throw new Problem(409, 'conflict', 'This order was paid with a different amount.', 'unknown');
        }
        $disclosed = ($this->disclose)($holder);
        return $disclosed === null ? Replay::isPaid() : Replay::of($disclosed);
    }

    /** The last check before the payment is sent: if the store was slow, others may soon say that the attempt is overdue. */
    private function checkTime(int $begunAt): void
    {
        $times = $this->options->times;
        if (Times::now() - $begunAt > $times->store || $this->timeLeft() < $times->total / 4) {
            $detail = 'Too little time was left to send the payment. Nothing was sent for this request.';
            throw new Problem(503, 'proxy_error', $detail);
        }
    }

    /** In ms. */
    private function timeLeft(): int
    {
        return $this->startedAt + $this->options->times->total - Times::now();
    }

    /** @return 'not_charged'|'unknown' `unknown` unless it is certain that no copy is sent */
    private function abandon(string $owner, ?Answer $answer = null): string
    {
        try {
            $isDone = $this->attempts->abandon($this->key, $owner, $this->claim['reference'], $answer);
            return $isDone ? 'not_charged' : 'unknown';
        } catch (PDOException $cause) {
            return $this->storeFailed($cause, 'unknown')->outcome;
        }
    }

    private function send(string $owner, string $body, \stdClass $card): Response
    {
        try {
            $limit = min($this->options->times->upstream, $this->timeLeft());
            $outcome = (new Service($this->options, $this->log))->send($body, $this->key, $card, $limit);
            $finished = $this->record($owner, $outcome);
            if ($finished instanceof Attempt && $finished->state !== State::Failed) {
                return Replay::of($finished);
            }
            return $outcome->answer->toResponse($outcome->retryAfter === null ? [] : ['Retry-After' => $outcome->retryAfter]);
        } catch (\Throwable $error) {
            $this->log->write('payment_in_doubt', ['status' => 500], $this->key, $error);
            $detail = 'The proxy failed after this payment may have been sent. Check the payment at the service.';
            throw new Problem(500, 'proxy_error', $detail, 'unknown', previous: $error);
        }
    }

    /** @return string|Attempt|null as `Attempts::finish()`; null, too, if it is recorded later */
    private function record(string $owner, Outcome $outcome): string|Attempt|null
    {
        $details = ['status' => $outcome->answer->status];
        if ($outcome->isInDoubt()) {
            $this->log->write('payment_in_doubt', $details, $this->key);
        }
        $finish = function () use ($owner, $outcome, $details): string|Attempt|null {
            $answer = $outcome->isInDoubt() ? null : $outcome->answer;
            $finished = $this->attempts->finish($this->key, $owner, $outcome->state, $answer);
            $correction = $outcome->state === State::Unknown ? 'attempt_reopened' : 'charge_corrected';
            if ($finished !== 'recorded') {
                $this->log->write($finished === 'corrected' ? $correction : 'outcome_dropped', $details, $this->key);
            }
            $this->after->settled($this->key);
            return $finished;
        };
        try {
            return self::retry($finish, [0, 0]); // the database may have closed the connection while the service was slow
        } catch (PDOException $cause) {
            // The shopper gets the response even if it cannot be recorded now.
            $this->storeFailed($cause, 'unknown');
            $this->after->add(fn () => self::retry($finish, self::RETRY_PAUSES_MS));
            return null;
        }
    }

    /**
     * @param list<int> $pausesMs before each try
     * @throws PDOException if the last one fails
     */
    private static function retry(callable $step, array $pausesMs): mixed
    {
        usleep(1000 * array_shift($pausesMs));
        try {
            return $step();
        } catch (PDOException $cause) {
            return $pausesMs === [] ? throw $cause : self::retry($step, $pausesMs);
        }
    }

    /**
     * @template T
     * @param callable(): T $question
     * @return T
     * @throws Problem 503 with an unknown outcome, since another process may have sent the payment
     */
    private function ask(callable $question): mixed
    {
        try {
            return $question();
        } catch (PDOException $cause) {
            throw $this->storeFailed($cause, 'unknown');
        }
    }

    private function storeFailed(PDOException $cause, string $outcome): Problem
    {
        $this->log->write('store_failed', [], $this->key, $cause);
        return Problem::storeFailed($cause, $outcome);
    }
}
