<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/** Limits of attempts per order, client and minute. They are counted in the table of attempts. */
final class Limits
{
    private const PER_REFERENCE = 10;
    private const WINDOW_MS = 600_000;
    private const MINUTE_MS = 60_000;
    /** A shopper may type several cards before one is paid, and a page may ask for several attempts. */
    private const QUESTIONS_PER_ATTEMPT = 3;

    public function __construct(private readonly Options $options, private readonly Attempts $attempts)
    {
    }

    /** @return string|null the client of a request, as one network; null if clients are not limited */
    public function clientOf(Request $request): ?string
    {
        $client = $this->options->clientId === null ? null : ($this->options->clientId)($request);
        return (string) $client === '' ? null : hash('sha256', self::networkOf((string) $client));
    }

    /**
     * @param int $own attempts of this request that are counted already
     * @throws Problem 429 with `Retry-After`
     */
    public function check(?string $reference, ?string $client, int $own = 0): void
    {
        ['attemptsPerClient' => $perClient, 'requestsPerMinute' => $perMinute] = get_object_vars($this->options);
        $default = self::PER_REFERENCE + ($this->options->clientId === null ? 0 : (int) $perClient);
        $perOrder = $this->options->attemptsPerReference ?? $default;
        $often = 'Too many attempts for this order or from this client. Retry after the time in Retry-After. Nothing was sent.';
        $busy = 'Too many payments at once. Retry after the time in Retry-After. Nothing was sent.';
        $order = $reference === null ? null : hash('sha256', $reference);
        $this->refuseAbove($perMinute, '', '', self::MINUTE_MS, $own, $busy);
        $this->refuseAbove($perClient, 'client', $client, self::WINDOW_MS, $own, $often); // it cannot block an order
        $this->refuseAbove($perOrder, 'order_hash', $order, self::WINDOW_MS, $own, $often);
    }

    /**
     * Before a question is recorded: for an unknown attempt, or for the networks of a card.
     *
     * @param 'asks'|'looks' $what
     * @return string|null what to count the question for
     * @throws Problem 429
     */
    public function checkQuestion(Request $request, string $what): ?string
    {
        $client = $this->clientOf($request);
        $asking = $client === null ? null : "$what:$client";
        ['attemptsPerClient' => $most, 'requestsPerMinute' => $perMinute] = get_object_vars($this->options);
        $detail = 'Too many questions. Retry after the time in Retry-After.';
        $outcome = $what === 'asks' ? 'unknown' : 'not_charged';
        $perClient = $most === false ? false : $most * self::QUESTIONS_PER_ATTEMPT;
        $this->refuseAbove($perClient, 'client', $asking, self::WINDOW_MS, 0, $detail, $outcome);
        $this->refuseAbove($perMinute, $what, '', self::MINUTE_MS, 0, $detail, $outcome);
        return $asking;
    }

    private function refuseAbove(
        int|false $most,
        string $where,
        ?string $value,
        int $ms,
        int $own,
        string $detail,
        string $outcome = 'not_charged',
    ): void {
        if ($most === false || $value === null) {
            return;
        }
        [$many, $wait] = $this->attempts->count($where, $value, $ms);
        if ($many - $own >= $most) {
            $headers = ['Retry-After' => (string) max(1, (int) ceil($wait / 1000))];
            throw new Problem(429, 'rate_limited', $detail, $outcome, headers: $headers);
        }
    }

    /** One spelling for each IP address, and one client for each network of 64 bits, in which a client can change its address. */
    public static function networkOf(string $client): string
    {
        $text = trim($client);
        $text = preg_match('/^\[([^]]*)\](?::\d+)?$/D', $text, $match) === 1 ? $match[1] : $text;
        $isAddress = @inet_pton(explode('%', $text)[0]) !== false;
        $address = $isAddress ? $text : (string) preg_replace('/:\d{1,5}$/D', '', $text); // without its port
        $bytes = @inet_pton(explode('%', $address)[0]);
        if ($bytes === false) {
            return $client;
        }
        // IPv4 in IPv6: mapped, translated (RFC 2765), and behind NAT64.
        $isMapped = preg_match('/^(\0{10}\xff\xff|\0{8}\xff\xff\0\0|\0\x64\xff\x9b\0{8})(.{4})$/Ds', $bytes, $match) === 1;
        if ($isMapped || strlen($bytes) === 4) {
            return (string) inet_ntop($isMapped ? $match[2] : $bytes);
        }
        $groups = array_map(dechex(...), (array) unpack('n4', $bytes));
        return implode(':', $groups) . '::/64';
    }
}
