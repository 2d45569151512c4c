<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/**
 * The server side of the widget. It adds the API key, checks the amount against the order, and sends each attempt at most once.
 *
 * @example PaymentProxy::fromFile(__DIR__ . '/../payments.php')->serve();
 */
final class PaymentProxy
{
    /** By the method that answers: its HTTP method, its path, and whether only isolated mode has it. */
    private const ROUTES = [
        'pay' => ['POST', '#^/v1/payments$#D', false],
        'showAttempt' => ['GET', '#^/attempts(?:/([\da-f]{64}))?$#D', false],
        'showConfig' => ['GET', '#^/config$#D', false],
        'showNetworks' => ['GET', '#^/networks/([^/]*)$#D', false],
        'showFrame' => ['GET', '#^/frame$#D', true],
        'showFrameFile' => ['GET', '#^/frame/([\da-f]{16})/((?:[\w-]+/){0,3}[\w-]+\.js)$#D', true],
        'showOrder' => ['GET', '#^/orders(?:/([\da-f]{64}))?$#D', true],
    ];
    /** A mount with such a name would make two of one path. */
    private const OWN_SEGMENTS = ['/v1', '/attempts', '/config', '/frame', '/networks', '/orders'];
    /** Of 1,000 requests, one deletes old attempts. */
    private const FORGETS = 1000;

    public readonly Database $database;
    private readonly Log $log;
    private readonly Attempts $attempts;
    private readonly Limits $limits;
    private readonly AfterResponse $after;

    public function __construct(private readonly Options $options)
    {
        $times = $options->times;
        $this->database = new Database($options->store, $options->storeUser, $options->storePassword, $times->store);
        $this->log = new Log($options->mode, $options->logger);
        $this->attempts = new Attempts($this->database, $options->mode, $times, $options->onSettled !== null);
        $this->limits = new Limits($options, $this->attempts);
        $this->after = new AfterResponse($options->onSettled, $this->attempts, $this->log);
    }

    /**
     * @param string $file a PHP file that returns `Options`
     * @throws \InvalidArgumentException if it returns anything else, or an option is invalid
     */
    public static function fromFile(string $file): self
    {
        ini_set('display_errors', '0');
        ini_set('zend.exception_ignore_args', '1'); // a trace would quote the key
        $options = is_file($file) ? require $file : null;
        return new self($options instanceof Options ? $options
            : throw new \InvalidArgumentException('PaymentProxy: expected a file that returns new Options(…).'));
    }

    /**
     * Answers the request of this script.
     *
     * @throws \LogicException if something was printed before: with its status, a refusal could be read as paid
     */
    public function serve(): void
    {
        ignore_user_abort(true); // closing a tab does not undo a charge
        set_time_limit(0);
        ob_start();
        ini_set('zlib.output_compression', '0');
        if (headers_sent($file, $line)) {
            throw new \LogicException("PaymentProxy: there is output before the answer, by $file:$line.");
        }
        $answer = $this->handle(Request::fromGlobals());
        while (ob_get_level() > 0 && ob_end_clean()) {
            // Drops what your functions have printed.
        }
        $answer->emit();
        $this->finish();
    }

    /** Answers a request. Never throws. Call `finish()` once the answer is sent. */
    public function handle(Request $request): Response
    {
        $key = $request->header(Contract::IDEMPOTENCY_KEY);
        $attempt = Contract::isIdempotencyKey($key) ? hash('sha256', (string) $key) : null;
        try {
            $response = $this->route($request);
        } catch (Problem $problem) {
            if (in_array($problem->problem, Contract::list('counted_refusals'), true)) {
                $this->log->write('requests_refused', ['code' => $problem->problem]);
            }
            $response = $problem->toResponse();
        } catch (\Throwable $error) {
            $this->log->write('proxy_failed', [], $attempt === null ? null : $key, $error);
            $response = (new Problem(500, 'proxy_error', 'The proxy failed. Nothing was sent.'))->toResponse();
        }
        $body = $response->body;
        if ($attempt !== null && ($response->headers['Content-Type'] ?? '') === Contract::PROBLEM_TYPE) {
            $body = Json::encode([...(array) json_decode($body), 'attempt' => $attempt]); // servers in front may drop headers
        }
        return new Response($response->status, [
            ...Contract::list('headers'),
            ...$response->headers,
            Contract::PAYMENTS_MODE => $this->options->mode,
            ...($attempt === null ? [] : [Contract::PAYMENTS_ATTEMPT => $attempt]),
            ...$this->corsHeaders($request),
        ], $body);
    }

    /** Ends what no shopper waits for. Call it after the answer is sent. */
    public function finish(): void
    {
        try {
            $this->after->finish();
            if (random_int(1, self::FORGETS) === 1) {
                $this->attempts->forget();
            }
        } catch (\PDOException $cause) {
            $this->log->write('store_failed', [], null, $cause);
        }
    }

    /**
     * Settles an attempt with an unknown outcome, for example from a webhook.
     *
     * @param string $key the Idempotency-Key. An order would not do: it can have a later attempt.
     * @param State $outcome `Failed` means certainly not charged, and allows the order to be paid again
     * @param bool $override corrects an attempt that was settled by mistake
     * @return bool false if there is no such attempt, its response may still arrive, it is already settled (without
     * `$override`), or another attempt holds the order (with it)
     * @throws \InvalidArgumentException for another outcome
     * @throws \PDOException if the store fails
     */
    public function resolve(string $key, State $outcome, ?Answer $answer = null, bool $override = false): bool
    {
        if (!$outcome->isSettled()) {
            throw new \InvalidArgumentException('resolve: expected State::Succeeded or State::Failed.');
        }
        $isResolved = $this->attempts->resolve($key, $outcome, $answer);
        $attempt = $override && !$isResolved ? $this->attempts->find($key) : null;
        if ($attempt?->state->isSettled() && !$attempt->isForbidden()) {
            $isResolved = $this->attempts->correct($key, $outcome, $answer);
            $this->log->write($isResolved ? 'attempt_overridden' : 'override_refused', [], $key);
        }
        if ($isResolved) {
            $this->after->settled($key);
        }
        return $isResolved;
    }

    /**
     * Lists the attempts of this mode, the oldest first. Settled ones are kept for 31 days.
     *
     * @param bool $open whether to leave out settled attempts
     * @param int $since leaves out attempts whose state is older, in ms since 1970
     * @return list<Attempt>
     * @throws \PDOException if the store fails
     */
    public function attempts(bool $open = false, int $since = 0): array
    {
        return $this->attempts->list($open, $since);
    }

    /**
     * Calls `onSettled` for all attempts that are due.
     *
     * @return array{delivered: int, failed: int}
     * @throws \PDOException if the store fails
     */
    public function deliver(): array
    {
        return $this->after->deliver();
    }

    /** @throws \PDOException if the store does not keep what is written */
    public function checkStore(): void
    {
        $key = 'check-' . bin2hex(random_bytes(16));
        $this->attempts->secret();
        $this->attempts->abandon($key, '', null);
        $this->attempts->find($key)?->isForbidden() ?? throw new \PDOException('Nothing was written.');
    }

    private function route(Request $request): Response
    {
        // The whole path counts: what another server allows for a path must not hold for a part of another one.
        $mount = $this->options->mountPath ?? (preg_match('#^/[\w.~-]+(?=/)#', $request->path, $first) ? $first[0] : '');
        $mount = $mount === '/' || in_array($mount, self::OWN_SEGMENTS, true) ? '' : $mount;
        $path = str_starts_with($request->path, $mount) ? substr($request->path, strlen($mount)) : '';
        foreach (self::ROUTES as $name => [$method, $pattern, $isIsolated]) {
            $isServed = !$isIsolated || $this->options->frameAncestors !== [];
            if (!$isServed || preg_match($pattern, $path, $match) !== 1) {
                continue;
            }
            if ($name !== 'showFrame') { // its policy names the pages that may show it
                $this->checkOrigin($request);
            }
            if ($request->method === 'OPTIONS') {
                return new Response(204, ['Allow' => $method]);
            }
            if ($request->method !== $method) {
                throw new Problem(405, 'not_found', "Expected $method.", headers: ['Allow' => $method]);
            }
            return $this->$name($request, $this->tokenOf($request), ...array_slice($match, 1));
        }
        throw new Problem(404, 'not_found', 'Expected a path of this proxy. A longer one needs the option mountPath.');
    }

    /** @return OrderToken|null null if the proxy requires none */
    private function tokenOf(Request $request): ?OrderToken
    {
        $secrets = $this->options->secrets();
        $header = $request->header(Contract::ORDER_TOKEN);
        $token = $secrets === [] ? null : OrderToken::read($header, $secrets, time());
        return $this->options->mode === 'live' ? $token?->withoutHint() : $token;
    }

    private function pay(Request $request, ?OrderToken $token): Response
    {
        $body = PaymentParser::decode($request);
        $disclose = $this->accessOf((string) $request->header(Contract::IDEMPOTENCY_KEY), $token);
        $services = [$this->options, $this->attempts, $this->limits, $this->log, $this->after];
        return (new IncomingPayment($request, ...$services, disclose: $disclose))->handle($body, $token);
    }

    /**
     * Reads the store only, never the service. Everything that is known is a report with the status 200, since servers in
     * front may replace errors. `not_found` is final: a copy that is late is refused.
     */
    private function showAttempt(Request $request, ?OrderToken $token, ?string $digest = null): Response
    {
        $key = (string) $request->header(Contract::IDEMPOTENCY_KEY);
        if (!Contract::isIdempotencyKey($key)) {
            throw PaymentParser::invalidKey();
        }
        $attempt = self::checkDigest($key, $digest);
        $admit = fn () => $this->limits->checkQuestion($request, 'asks');
        try {
            // Strangers write nothing, and their payments are refused anyway.
            $found = $token !== null && $token->order === null ? $this->attempts->find($key)
                : $this->attempts->findOrForbid($key, $token?->reference(), $admit);
        } catch (\PDOException $cause) {
            $this->log->write('store_failed', [], $key, $cause);
            $detail = 'The store of payment attempts failed. The outcome of this attempt is unknown.';
            throw new Problem(503, 'store_unavailable', $detail, 'unknown', previous: $cause);
        }
        if ($found === null || $found->state === State::Rejected) {
            return Response::json(['attempt' => $attempt, ...Replay::reportUnseen($token)]);
        }
        $disclosed = $this->accessOf($key, $token)($found);
        if ($disclosed === null && $token !== null) {
            throw Problem::invalidToken('unknown');
        }
        $report = $disclosed === null ? Replay::reportState($found, $key) : Replay::report($disclosed, $key);
        return Response::json(['attempt' => $attempt, ...$report]);
    }

    private function showConfig(Request $request, ?OrderToken $token): Response
    {
        $token?->check();
        $brands = $this->options->acceptedBrands();
        return Response::json([
            'mode' => $this->options->mode,
            ...['idempotency' => true, 'recovery' => true, 'binding' => true],
            ...($this->options->networksOf === null ? [] : ['networks' => true]),
            ...($brands === null ? [] : ['brands' => $brands]),
            ...($this->options->actionOrigins === [] ? [] : ['next_action' => true]),
        ]);
    }

    /** The digits of the card are never logged. */
    private function showNetworks(Request $request, ?OrderToken $token, string $digits): Response
    {
        $token?->check();
        $networksOf = $this->options->networksOf;
        if ($networksOf === null) {
            throw new Problem(404, 'not_found', 'This proxy has no networksOf.');
        }
        if (preg_match('/^\d{8}$/D', $digits) !== 1) {
            throw new Problem(400, 'invalid_request', 'Expected eight digits.');
        }
        $this->attempts->note($this->limits->checkQuestion($request, 'looks'));
        try {
            return Response::json(CardRules::readNetworks($networksOf($digits)));
        } catch (\Throwable) {
            $this->log->write('networks_failed'); // without the error, which may contain the digits
            throw new Problem(503, 'proxy_error', 'The networks of this card cannot be found at present.');
        }
    }

    /** For isolated mode, whose form does not trust the page around it. */
    private function showOrder(Request $request, ?OrderToken $token, ?string $digest = null): Response
    {
        $token?->check();
        $own = self::checkDigest((string) $request->header(Contract::ORDER_TOKEN), $digest);
        return Response::json(['token' => $own, ...($token?->order ?? [])]);
    }

    private function showFrame(Request $request): Response
    {
        return (new Frame($this->options, $this->log))->page($request);
    }

    private function showFrameFile(Request $request, ?OrderToken $token, string $version, string $name): Response
    {
        return (new Frame($this->options, $this->log))->file($version, $name);
    }

    /** A cache would keep another one under a wrong address. */
    private static function checkDigest(string $named, ?string $digest): string
    {
        $own = hash('sha256', $named);
        $detail = 'Expected the SHA-256 of the key or token in the path, as 64 hex digits.';
        return in_array($digest, [null, $own], true) ? $own : throw new Problem(400, 'invalid_request', $detail);
    }

    /**
     * A token gives access to the attempts of its order, expired or not. Without tokens, only the request that created an
     * attempt knows its key. In isolated mode, a script of the page may have both: no body of the service is repeated.
     *
     * @return \Closure(Attempt): ?Attempt
     */
    private function accessOf(string $key, ?OrderToken $token): \Closure
    {
        return function (Attempt $attempt) use ($key, $token): ?Attempt {
            $mayRead = $token === null ? $attempt->key === $key
                : $token->order !== null && $attempt->reference === $token->reference();
            $isFramed = $this->options->frameAncestors !== [];
            return $mayRead ? ($isFramed ? $attempt->with(answer: $attempt->answer?->withoutBody()) : $attempt) : null;
        };
    }

    /** A request with neither header does not come from a page, so no visitor's browser can be misused. */
    private function checkOrigin(Request $request): void
    {
        $origin = $request->header('Origin');
        $site = $request->header('Sec-Fetch-Site');
        // A server in front may end TLS.
        $own = [$request->origin, preg_replace('/^http:/', 'https:', $request->origin)];
        $isAllowed = in_array($origin, $this->options->allowedOrigins, true) || in_array($site, ['same-origin', 'none'], true)
            || ($site === null && in_array($origin, [null, ...$own], true));
        if (!$isAllowed) {
            $detail = 'This origin may not use this proxy. Add it to allowedOrigins.';
            throw new Problem(403, 'origin_not_allowed', $detail);
        }
    }

    /** @return array<string, string> */
    private function corsHeaders(Request $request): array
    {
        $origin = $request->header('Origin');
        return $origin === null || !in_array($origin, $this->options->allowedOrigins, true) ? [] : [
            'Access-Control-Allow-Origin' => $origin,
            'Access-Control-Allow-Methods' => 'GET, POST',
            'Access-Control-Allow-Headers' => 'Content-Type, Idempotency-Key, Order-Token, Payments-Mode',
            'Access-Control-Expose-Headers' => 'Payments-Mode, Payments-Attempt, Retry-After, Idempotency-Replayed',
        ];
    }
}
