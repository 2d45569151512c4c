<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/** Time limits in ms. store + upstream < sentLimit, and total < 55 s, the time that the widget waits. Tests shorten them. */
final class Times
{
    /**
     * @param int $upstream the response of the service
     * @param int $total the whole response of the proxy
     * @param int $patience how long a repeated request waits for the response to the first one
     * @param int $store one step of the store
     * @param int $sentLimit when a sent attempt counts as unknown: later than it can still be sent or answered
     * @param int $deliveryLease how long one process may deliver a settled attempt
     */
    public function __construct(
        public readonly int $upstream = 30_000,
        public readonly int $total = 40_000,
        public readonly int $patience = 10_000,
        public readonly int $store = 5000,
        public readonly int $sentLimit = 45_000,
        public readonly int $deliveryLease = 90_000,
    ) {
    }

    /** Ms on a clock that nobody sets. */
    public static function now(): int
    {
        return intdiv(hrtime(true), 1_000_000);
    }
}
