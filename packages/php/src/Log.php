<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/** Log lines. They never contain headers, bodies, API keys, cards or stack traces. */
final class Log
{
    /** @param (callable(array<string, mixed>): void)|null $logger gets each line; default: `error_log` */
    public function __construct(private readonly string $mode, private readonly mixed $logger = null)
    {
    }

    /**
     * @param array<string, string|int> $details
     * @param string|null $key of the attempt; only its hash is logged
     */
    public function write(string $event, array $details = [], ?string $key = null, ?\Throwable $cause = null): void
    {
        [$level, $message] = Contract::list('log_events')[$event];
        $code = $details['code'] ?? null;
        $entry = [
            'time' => gmdate('Y-m-d\TH:i:s\Z'),
            'level' => $level,
            'event' => $event,
            'message' => $message . ($code === null ? '' : ' See ' . Contract::list('docs') . $code),
            'mode' => $this->mode,
            ...($key === null ? [] : ['attempt' => substr(hash('sha256', $key), 0, 12)]),
            ...$details,
            ...($cause === null ? [] : ['cause' => self::nameOf($cause)]),
        ];
        try {
            $this->logger === null ? error_log(json_encode($entry) ?: $event) : ($this->logger)($entry);
        } catch (\Throwable) {
            // A log must not affect the payment.
        }
    }

    /** The class and its code. The message may quote a request or a password. */
    private static function nameOf(\Throwable $cause): string
    {
        $code = (string) $cause->getCode();
        return $cause::class . (preg_match('/^[\dA-Z]{1,5}$/D', $code) && $code !== '0' ? " $code" : '');
    }
}
