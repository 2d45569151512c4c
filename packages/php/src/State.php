<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

enum State: string
{
    /** Another attempt held the order. Nothing was sent, and a later request may send it. */
    case Rejected = 'rejected';
    /** May have reached the service, and its response may still arrive. */
    case Sent = 'sent';
    case Succeeded = 'succeeded';
    /** Certainly not charged, and nobody can send its key any more. */
    case Failed = 'failed';
    /** Sent, and the outcome cannot be determined. */
    case Unknown = 'unknown';

    public function isSettled(): bool
    {
        return $this === self::Succeeded || $this === self::Failed;
    }
}
