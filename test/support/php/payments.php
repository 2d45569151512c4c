<?php

declare(strict_types=1);

use PaymentWidget\Proxy\Options;
use PaymentWidget\Proxy\SettledPayment;
use PaymentWidget\Proxy\Times;

/** The options of a test, from its environment. */
$env = fn (string $name): ?string => getenv($name) === false ? null : (string) getenv($name);
$settledUrl = $env('SETTLED_URL');
$byToken = $env('ORDER_TOKEN_SECRET') !== null;
$decidesPage = $env('TRUST_BROWSER_AMOUNT') !== null;

/** As the shop of a test wants to be told. */
$tell = function (SettledPayment $payment) use ($settledUrl): void {
    $data = ['idempotency_key' => $payment->idempotencyKey, 'outcome' => $payment->outcome];
    $body = json_encode(['type' => 'payment.settled', 'data' => $data]);
    $signed = "$payment->id." . time() . ".$body";
    $key = base64_decode(substr((string) getenv('SETTLED_SECRET'), strlen('whsec_')));
    $curl = curl_init($settledUrl);
    curl_setopt_array($curl, [
        CURLOPT_POSTFIELDS => $body,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT_MS => 1000,
        CURLOPT_HTTPHEADER => [
            "webhook-id: $payment->id",
            'webhook-timestamp: ' . explode('.', $signed)[1],
            'webhook-signature: v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true)),
        ],
    ]);
    curl_exec($curl);
    curl_getinfo($curl, CURLINFO_RESPONSE_CODE) === 204 || throw new RuntimeException('The shop was not told.');
};

return new Options(
    baseUrl: (string) $env('PAYMENTS_BASE_URL'),
    apiKey: (string) $env('PAYMENTS_API_KEY'),
    mode: 'test',
    store: (string) $env('PAYMENTS_STORE'),
    storeUser: $env('PAYMENTS_STORE_USER'),
    orderTokenSecret: $env('ORDER_TOKEN_SECRET'),
    resolvePrice: $byToken || $decidesPage ? null : fn () => ['amount' => 4999, 'currency' => 'EUR'],
    trustBrowserAmount: $decidesPage,
    allowedOrigins: ['https://shop.example'],
    mountPath: $env('MOUNT_PATH'),
    onSettled: $settledUrl === null ? null : $tell,
    attemptsPerClient: false,
    attemptsPerReference: false,
    requestsPerMinute: false,
    actionOrigins: ['https://bank.example'],
    interpretResponse: $env('INTERPRETS') === null ? null
        : fn (int $status, mixed $body) => ($body['status'] ?? '') === 'declined' ? 'not_charged' : null,
    frameAncestors: $env('FRAME_FILES') === null ? [] : ['https://shop.example'],
    frameFiles: $env('FRAME_FILES') ?? '',
    logger: $env('QUIET') === null ? null : fn () => null,
    times: $env('TIMES') === null ? null : new Times(...json_decode((string) $env('TIMES'), true)),
);
