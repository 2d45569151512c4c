<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/** An attempt whose outcome is certain. */
final class SettledPayment
{
    /**
     * @param string $id random, and the same each time that this is repeated
     * @param string|null $reference the order, if the payment named one
     * @param int $amount in minor units
     * @param string $currency ISO 4217
     * @param 'paid'|'failed' $outcome `failed` is certainly not charged: another attempt may pay the order
     * @param mixed $payment the JSON of the service, as the page gets it; null if there is none
     * @param string $idempotencyKey the key of the attempt
     */
    public function __construct(
        public readonly string $id,
        public readonly ?string $reference,
        public readonly int $amount,
        public readonly string $currency,
        public readonly string $outcome,
        public readonly mixed $payment,
        public readonly string $idempotencyKey,
    ) {
    }

    public static function of(Attempt $attempt): self
    {
        $answer = $attempt->answer;
        return new self(
            (string) $attempt->settlement,
            $attempt->reference,
            (int) $attempt->amount,
            (string) $attempt->currency,
            $attempt->state === State::Succeeded ? 'paid' : 'failed',
            $answer === null || $answer->isProblem() ? null : $answer->value(),
            $attempt->key,
        );
    }
}
