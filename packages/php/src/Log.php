<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/** Log lines. They never contain headers, bodies, API keys, cards or stack traces. */
final class Log
{
    private const EVENTS = [
        'store_failed' => ['error', 'The store of payment attempts failed. Check its connection or disk.'],
        'proxy_failed' => ['error', 'The proxy or one of your functions failed. Nothing was sent. See cause.'],
        'service_failed' => ['error', 'The payments service did not respond. See cause.'],
        'interpretation_failed' => ['error', 'interpretResponse failed. Outcome unknown. Check the payment with the '
            . 'service, then settle it with resolve.'],
        'key_refused' => ['error', 'The payments service rejected the API key. Check apiKey and baseUrl.'],
        'answer_masked' => ['warn', 'The response of the payments service contained an API key, card data or a stack '
            . 'trace, which was redacted.'],
        'answer_dropped' => ['warn', 'The response of the payments service has more than 64 KiB, 1,000 values or 100 '
            . 'levels. Only its status was passed on.'],
        'action_refused' => ['error', 'The next action of a payment was refused, so the shopper cannot confirm it. '
            . 'Outcome unknown. Check the payment with the service, then settle it with resolve.'],
        'networks_failed' => ['warn', 'networksOf failed. Shoppers pay without a choice. Its errors are not logged: they may '
            . 'name the card.'],
        'frame_failed' => ['error', 'The files of the isolated form cannot be read. See frameFiles.'],
        'requests_refused' => ['warn', 'A request was refused. See code.'],
        'payment_in_doubt' => ['warn', 'Outcome unknown. Check the payment with the service, then settle it with resolve.'],
        'settled_failed' => ['error', 'onSettled failed and is called again later. See cause.'],
        'charge_corrected' => ['error', 'The service charged an attempt that was recorded as failed. It is recorded as '
            . 'succeeded now. Refund it if another attempt has paid the order.'],
        'attempt_reopened' => ['error', 'An attempt was recorded as failed, but the service has accepted it, or its outcome is '
            . 'unknown. It is recorded as unknown now. Check the payment with the service, then settle it with resolve.'],
        'outcome_dropped' => ['warn', 'The service answered about an attempt that was settled meanwhile. The first '
            . 'outcome stays.'],
        'attempt_overridden' => ['warn', 'resolve() changed the outcome of a settled attempt.'],
        'override_refused' => ['warn', 'resolve() changed nothing: another attempt holds the order. Check both at the service.'],
    ];

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
        [$level, $message] = self::EVENTS[$event];
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
