<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/** The payments service. Each payment is sent once, without redirects, and never again. */
final class Service
{
    private const PATH = '/v1/payments';
    private const MAX_BYTES = 64 * 1024;
    private const MAX_WAIT_SECONDS = 300;
    private const MEANINGS = [
        'paid' => [State::Succeeded, 200],
        'pending' => [State::Unknown, 202],
        'not_charged' => [State::Failed, 402],
        'unknown' => [State::Unknown, 502],
    ];
    /** Errors before anything was sent, if curl has counted no byte: name, connection, TLS. */
    private const NOT_SENT = [
        CURLE_COULDNT_RESOLVE_PROXY,
        CURLE_COULDNT_RESOLVE_HOST,
        CURLE_COULDNT_CONNECT,
        CURLE_OPERATION_TIMEDOUT,
        CURLE_SSL_CONNECT_ERROR,
        CURLE_SSL_CERTPROBLEM,
        CURLE_SSL_CIPHER,
        CURLE_SSL_PEER_CERTIFICATE,
        CURLE_SSL_CACERT,
        CURLE_SSL_CACERT_BADFILE,
    ];

    public function __construct(private readonly Options $options, private readonly Log $log)
    {
    }

    /** @param int $limitMs for everything, the connection included */
    public function send(string $body, string $key, \stdClass $card, int $limitMs): Outcome
    {
        [$received, $headers] = ['', []];
        $curl = curl_init();
        curl_setopt_array($curl, [
            CURLOPT_URL => rtrim($this->options->baseUrl, '/') . self::PATH,
            CURLOPT_POST => true,
            CURLOPT_POSTFIELDS => $body,
            CURLOPT_HTTPHEADER => [
                "Authorization: Bearer {$this->options->apiKey}",
                'Content-Type: application/json',
                'Accept: application/json',
                "Idempotency-Key: $key",
                'Expect:', // after a 417, curl would send the payment again
            ],
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_HTTP_VERSION => CURL_HTTP_VERSION_1_1, // HTTP/2 may refuse a stream, which curl sends again
            CURLOPT_FRESH_CONNECT => true, // on a connection that was kept, curl sends again if it breaks
            CURLOPT_FORBID_REUSE => true,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_SSL_VERIFYPEER => true,
            CURLOPT_SSL_VERIFYHOST => 2,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_CONNECTTIMEOUT_MS => min(10_000, $limitMs),
            CURLOPT_TIMEOUT_MS => $limitMs,
            CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$headers): int {
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $headers = str_starts_with($line, 'HTTP/') ? [] : [...$headers, strtolower(trim($name)) => trim($value)];
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => function ($_, string $part) use (&$received): int {
                $received .= substr($part, 0, self::MAX_BYTES + 1 - strlen($received));
                return strlen($received) > self::MAX_BYTES ? 0 : strlen($part);
            },
        ]);
        curl_exec($curl);
        $status = (int) curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        $error = curl_errno($curl);
        $isTooLong = strlen($received) > self::MAX_BYTES;
        if ($error !== 0 && !$isTooLong) {
            $isNotSent = in_array($error, self::NOT_SENT, true) && curl_getinfo($curl, CURLINFO_REQUEST_SIZE) === 0
                && (float) curl_getinfo($curl, CURLINFO_PRETRANSFER_TIME) === 0.0;
            return $this->failure($error, $isNotSent, $key);
        }
        return $this->outcome($status, $headers, $received, $isTooLong, new Redactor(
            [$this->options->apiKey],
            $card->number,
            $card->cvc ?? null,
        ), $key);
    }

    private function failure(int $error, bool $isNotSent, string $key): Outcome
    {
        $isLate = $error === CURLE_OPERATION_TIMEDOUT;
        $code = $isNotSent ? 'service_unreachable' : ($isLate ? 'timeout' : 'connection_lost');
        $this->log->write('service_failed', ['code' => $code, 'cause' => "CURLE_$error"], $key);
        if ($isNotSent) {
            $detail = 'The payments service cannot be reached. Nothing was sent.';
            return new Outcome(State::Failed, (new Problem(502, $code, $detail))->answer());
        }
        return Outcome::unknown(
            $isLate ? 504 : 502,
            $code,
            $isLate ? 'The payments service did not respond in time. Check the payment at the service.'
                : 'The connection to the payments service was lost. Check the payment at the service.',
        );
    }

    /** @param array<string, string> $headers */
    private function outcome(
        int $status,
        array $headers,
        string $text,
        bool $isTooLong,
        Redactor $redactor,
        string $key,
    ): Outcome {
        $kind = self::kindOf($text, $headers['content-type'] ?? '', $isTooLong);
        $body = $kind === 'json' ? $redactor->json($text) : null;
        $isDropped = $isTooLong || ($kind === 'json' && $body === null);
        if ($isDropped) {
            $this->log->write('answer_dropped', ['status' => $status], $key);
        } elseif ($kind === 'json' && $body !== $text) {
            $this->log->write('answer_masked', ['status' => $status], $key);
        }
        $isRedirect = $status >= 300 && $status < 400;
        $meaning = Contract::meaningOf($status, $kind);
        if ($isRedirect || $status > 599 || ($meaning['code'] ?? '') === 'unreadable_answer') {
            return self::unreadable('The response of the payments service is not readable JSON.');
        }
        if (in_array($status, [401, 403], true)) {
            $this->log->write('key_refused', ['status' => $status], $key);
        }
        $said = $meaning['outcome'];
        $interpret = $this->options->interpretResponse;
        if ($interpret !== null && $isDropped && $said !== 'unknown') {
            // It may decline: by its status alone, the order would be paid.
            return self::unreadable('The response is too large for interpretResponse. Check the payment at the service.');
        }
        try {
            if ($interpret !== null && $body !== null) {
                $said = $interpret($status, json_decode($body, true), $headers) ?? $said;
            }
            [$state, $ownStatus] = self::MEANINGS[$said] ?? throw new \UnexpectedValueException('Expected a meaning.');
        } catch (\Throwable $error) {
            $this->log->write('interpretation_failed', ['status' => $status], $key, $error);
            return self::unreadable('interpretResponse failed. Check the payment at the service.');
        }
        $status = $said === $meaning['outcome'] ? $status : $ownStatus;
        $action = $status === 202 && $kind === 'json' ? (json_decode($text)->next_action ?? null) : null;
        if (is_string($action->url ?? null) && $this->options->actionOrigins !== []) {
            return $this->action($action, $redactor, $key);
        }
        return new Outcome($state, new Answer($status, $body), self::secondsOf($headers['retry-after'] ?? ''));
    }

    /** In doubt if the action is refused, since the service has the payment. */
    private function action(\stdClass $action, Redactor $redactor, string $key): Outcome
    {
        $checked = NextAction::check($action, $this->options->actionOrigins);
        $json = Json::encode($checked);
        // Three digits may mean anything, so the security code is not searched for.
        if ($checked === null || $redactor->withoutCode()->text($json) !== $json) {
            $this->log->write('action_refused', ['code' => 'action_refused'], $key);
            $detail = 'The next action was refused. Check the payment at the service.';
            return Outcome::unknown(502, 'action_refused', $detail);
        }
        return new Outcome(State::Unknown, new Answer(202, null, action: $checked));
    }

    private static function unreadable(string $detail): Outcome
    {
        return Outcome::unknown(502, 'unreadable_answer', $detail);
    }

    /**
     * What a body is: `json`; `none` is empty or another text; `page` is HTML, so another server has answered; `cut` is
     * declared as JSON, but does not parse.
     */
    public static function kindOf(string $text, string $type, bool $isTooLong = false): string
    {
        $isObject = preg_match('/^\s*[{\[]/', $text) === 1; // frameworks declare JSON as text/html by mistake
        $isPage = preg_match('/\bx?html\b/i', $type) === 1 || preg_match('/^\s*<(!doctype )?html\b/i', $text) === 1;
        if (trim($text) === '') {
            return 'none';
        }
        if ($isPage && !$isObject) {
            return 'page';
        }
        json_decode($text, false, 512 * 1024, JSON_INVALID_UTF8_SUBSTITUTE);
        if (json_last_error() === JSON_ERROR_NONE) {
            return $isTooLong ? 'none' : 'json';
        }
        $isCut = preg_match('/\bjson\b/i', $type) === 1;
        return $isTooLong ? 'none' : ($isPage ? 'page' : ($isCut ? 'cut' : 'none'));
    }

    /** Seconds of a Retry-After, never the text itself, which may contain anything. */
    private static function secondsOf(string $header): ?string
    {
        $isDate = preg_match('/^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/', $header) === 1;
        $seconds = preg_match('/^\d{1,9}$/D', $header) === 1 ? (int) $header
            : ($isDate && strtotime($header) !== false ? max(0, strtotime($header) - time()) : null);
        return $seconds === null ? null : (string) min($seconds, self::MAX_WAIT_SECONDS);
    }
}
