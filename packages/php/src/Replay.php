<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/** What pages read of attempts that are recorded. */
final class Replay
{
    private const HEADERS = [Contract::IDEMPOTENCY_REPLAYED => 'true'];

    public static function of(Attempt $attempt): Response
    {
        return self::answerOf($attempt)->toResponse(self::HEADERS);
    }

    /** For a key that did not create the attempt. */
    public static function isPaid(): Response
    {
        return (new Answer(200, '{"state":"paid"}'))->toResponse(self::HEADERS);
    }

    /**
     * Only the attempt's own key gets the action, which may let its holder confirm the payment.
     *
     * @return array<string, mixed>
     */
    public static function report(Attempt $attempt, string $key): array
    {
        $action = $attempt->key === $key ? $attempt->answer?->action : null;
        return [
            ...self::nameOf($attempt, $key),
            ...($attempt->amount === null ? [] : ['amount' => $attempt->amount, 'currency' => $attempt->currency]),
            ...self::outcomeOf($attempt),
            ...($action === null ? [] : ['next_action' => $action]),
        ];
    }

    /** @return array<string, mixed> for a page that may learn nothing else */
    public static function reportState(Attempt $attempt, string $key): array
    {
        $state = $attempt->state === State::Sent ? 'processing' : $attempt->state->value;
        return [...self::nameOf($attempt, $key), 'state' => $state];
    }

    /** @return array<string, string> the order as the page has named it, so that it believes no report about another one */
    private static function nameOf(Attempt $attempt, string $key): array
    {
        $name = $attempt->key === $key ? $attempt->pageName() : $attempt->rejectedAs;
        return $name === null ? [] : ['reference' => $name];
    }

    /** @return array<string, mixed> why the payment would be refused if it arrived now, as far as the token says */
    public static function reportUnseen(?OrderToken $token): array
    {
        ['amount' => $amount, 'currency' => $currency] = $token?->order ?? ['amount' => null, 'currency' => null];
        $refusal = $token?->refusal();
        return [
            'state' => 'not_found',
            ...($amount === null ? [] : ['amount' => $amount, 'currency' => $currency]),
            ...($refusal === null ? [] : ['status' => $refusal->status, 'error' => $refusal->document()]),
        ];
    }

    /** @return array<string, mixed> */
    private static function outcomeOf(Attempt $attempt): array
    {
        $state = $attempt->state;
        if ($state === State::Sent) {
            return ['state' => 'processing'];
        }
        $answer = self::answerOf($attempt);
        $report = ['state' => $state->value, 'status' => $answer->status];
        if ($state === State::Succeeded || ($state === State::Unknown && $attempt->answer !== null)) {
            return [...$report, 'payment' => $answer->value()];
        }
        $code = Contract::meaningOf($answer->status)['code'] ?? 'declined';
        $outcome = $state === State::Failed ? 'not_charged' : 'unknown';
        return [...$report, 'error' => $answer->isProblem() ? $answer->value() : compact('code', 'outcome')];
    }

    private static function answerOf(Attempt $attempt): Answer
    {
        $text = 'The outcome of this attempt is unknown. Check the payment at the service.';
        return $attempt->answer ?? match ($attempt->state) {
            State::Succeeded => new Answer(200),
            State::Failed => (new Problem(503, 'proxy_error', 'This attempt failed. Nothing was charged.'))->answer(),
            default => (new Problem(502, 'attempt_unknown', $text, 'unknown'))->answer(),
        };
    }
}
