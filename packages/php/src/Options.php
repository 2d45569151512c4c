<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/** The options of the proxy. Pass them by name. */
final class Options
{
    /** Values of the documentation, and what stands for a missing one. */
    private const PLACEHOLDER = '/^(https:\/\/api\.example(\.com)?\/?|sandbox_test_…|your-.*|replace-?.*|change-?me|x+'
        . '|((my|your)[-_]?)?api[-_]?key|null|none|nil|nan|undefined|placeholder|todo|\$.*|\{\{.*\}\}|)$/Dui';
    private const ORIGIN = '/^[a-z][a-z\d+.-]*:\/\/[\w.-]+(:\d+)?$/D';
    private const MIN_SECRET_BYTES = 32;
    private const MIN_DIFFERENT_CHARACTERS = 6;

    public readonly Times $times;

    /**
     * @param string $baseUrl the address of the payments service, without /v1; https for a Live key
     * @param string $apiKey sent to the service only
     * @param string $mode `test` or `live`, the kind of the key
     * @param string $store a DSN of PDO: `sqlite:/path/to/payments.sqlite`, `mysql:…` or `pgsql:…`
     * @param string|list<string>|null $orderTokenSecret the secret of your order tokens, or the new and the old one
     * @param (\Closure(array<string, mixed>, Request): ?array<string, int|string>)|null $resolvePrice the `amount`, `currency` and
     * perhaps `reference` of the order of a payment, from your records; null if there is no such order
     * @param bool $trustBrowserAmount accepts any amount, for a form in which the shopper enters it
     * @param list<string>|null $brands accepted card brands, such as `['visa', 'amex']`; others are refused. null: all
     * @param (\Closure(string): mixed)|null $networksOf the networks of a co-badged card by its first eight digits, such as
     * `['cartes-bancaires', 'visa']` or `['networks' => […], 'preferred' => 'visa']`; null for other cards
     * @param list<string> $allowedOrigins other origins whose pages may use this proxy, such as https://shop.example
     * @param string|null $mountPath the path of the proxy, for one of several segments; by default the root or one segment
     * @param (\Closure(SettledPayment): void)|null $onSettled called for each settled attempt, at least once
     * @param (\Closure(array<string, mixed>): mixed)|null $buildRequest the body for the service; default: that of the contract
     * @param (\Closure(int, mixed, array<string, string>): ?string)|null $interpretResponse `paid`, `pending`, `not_charged`,
     * `unknown`, or null to use the status
     * @param list<string> $actionOrigins https origins that a shopper may be sent to for a confirmation
     * @param (\Closure(Request): ?string)|null $clientId identifies a client, such as by its IP address
     * @param int|false $attemptsPerClient in ten minutes; false: no limit
     * @param int|false|null $attemptsPerReference attempts of an order in ten minutes. By default 10; with clientId 10 more than
     * $attemptsPerClient, so that one client cannot use up the attempts of another's order
     * @param int|false $requestsPerMinute to the service
     * @param list<string> $frameAncestors origins whose pages may hold the form of isolated mode; none: no isolated mode
     * @param array<string, int> $currencyExponents decimals by currency, if the service deviates from ISO 4217
     * @param string $frameFiles the folder with `integrity.json` and `browser/` of the widget
     * @param (\Closure(array<string, mixed>): void)|null $logger gets log lines; default: `error_log`
     * @param Times|null $times for tests
     * @throws \InvalidArgumentException names all invalid options, and quotes no value
     */
    public function __construct(
        public readonly string $baseUrl,
        #[\SensitiveParameter] public readonly string $apiKey,
        public readonly string $mode,
        public readonly string $store,
        public readonly ?string $storeUser = null,
        #[\SensitiveParameter] public readonly ?string $storePassword = null,
        #[\SensitiveParameter] public readonly string|array|null $orderTokenSecret = null,
        public readonly ?\Closure $resolvePrice = null,
        public readonly bool $trustBrowserAmount = false,
        public readonly ?array $brands = null,
        public readonly ?\Closure $networksOf = null,
        public readonly array $allowedOrigins = [],
        public readonly ?string $mountPath = null,
        public readonly ?\Closure $onSettled = null,
        public readonly ?\Closure $buildRequest = null,
        public readonly ?\Closure $interpretResponse = null,
        public readonly array $actionOrigins = [],
        public readonly ?\Closure $clientId = null,
        public readonly int|false $attemptsPerClient = 20,
        public readonly int|false|null $attemptsPerReference = null,
        public readonly int|false $requestsPerMinute = 900,
        public readonly array $frameAncestors = [],
        public readonly array $currencyExponents = [],
        public readonly string $frameFiles = __DIR__ . '/../widget',
        public readonly ?\Closure $logger = null,
        ?Times $times = null,
    ) {
        $this->times = $times ?? new Times();
        $problems = iterator_to_array($this->problems(), false);
        if ($problems !== []) {
            throw new \InvalidArgumentException("PaymentProxy: " . implode("\n", $problems));
        }
    }

    /** @return list<string> */
    public function secrets(): array
    {
        return array_values(array_filter((array) $this->orderTokenSecret, is_string(...)));
    }

    /** @return list<string>|null identifiers of the accepted brands; null: all */
    public function acceptedBrands(): ?array
    {
        return $this->brands === null ? null : CardRules::readBrands($this->brands);
    }

    /** @return string|null what is wrong with a secret, without quoting it */
    public static function secretProblem(#[\SensitiveParameter] string $secret): ?string
    {
        $expected = 'Expected a random string of at least ' . self::MIN_SECRET_BYTES . ' bytes.';
        if (strlen(trim($secret)) < self::MIN_SECRET_BYTES || preg_match(self::PLACEHOLDER, $secret) === 1) {
            return "is missing or too short. $expected";
        }
        $isGuessable = count(count_chars($secret, 1)) < self::MIN_DIFFERENT_CHARACTERS
            || strpos($secret . $secret, $secret, 1) < strlen($secret);
        return $isGuessable ? "is easy to guess. $expected" : null;
    }

    /** @return \Generator<string> */
    private function problems(): \Generator
    {
        $url = parse_url($this->baseUrl) ?: [];
        $isUrl = in_array($url['scheme'] ?? '', ['http', 'https'], true) && isset($url['host']) && !isset($url['user'])
            && !isset($url['query']) && !isset($url['fragment']) && preg_match(self::PLACEHOLDER, $this->baseUrl) !== 1;
        if (!$isUrl || preg_match('/\/v1\/*$/D', $this->baseUrl) === 1) {
            yield 'baseUrl is not valid. Expected an absolute http(s) URL without /v1 and query.';
        } elseif ($this->mode === 'live' && NextAction::originOf($this->baseUrl) === null) {
            yield 'baseUrl is http, which exposes a Live key and cards on the network. Expected https.';
        }
        $isKey = preg_match('/^[\w.~+\/-]+=*$/D', $this->apiKey) === 1 && preg_match(self::PLACEHOLDER, $this->apiKey) !== 1;
        if (!$isKey) {
            yield 'apiKey is missing or invalid. Expected the API key alone, as in the developer console.';
        }
        $other = ['test' => '_live_', 'live' => '_test_'][$this->mode] ?? null;
        if ($other === null) {
            yield 'mode is missing or invalid. Expected "test" or "live", the kind of apiKey.';
        } elseif (str_contains($this->apiKey, $other)) {
            yield 'mode is "' . $this->mode . '", but apiKey contains "' . $other . '". Expected both to be of the same kind.';
        }
        if (preg_match('/^(sqlite:.*[^:].*|(mysql|pgsql):.+)$/D', $this->store) !== 1 || $this->store === 'sqlite::memory:') {
            yield 'store is not valid. Expected sqlite:/path, mysql:… or pgsql:…';
        }
        foreach ($this->secrets() as $secret) {
            if ($problem = self::secretProblem($secret)) {
                yield "orderTokenSecret $problem";
            }
        }
        $decides = $this->secrets() !== [] || $this->resolvePrice !== null;
        if ($this->orderTokenSecret !== null && $this->secrets() === []) {
            yield 'orderTokenSecret is empty. Expected a secret, or the new and the old one.';
        } elseif ($decides === $this->trustBrowserAmount) {
            yield $decides ? 'trustBrowserAmount excludes orderTokenSecret and resolvePrice. Remove one of them.'
                : 'orderTokenSecret is missing. Expected it, or resolvePrice, since a page can be manipulated. If the '
                . 'shopper may choose any amount, set trustBrowserAmount: true.';
        }
        if ($this->trustBrowserAmount && $this->clientId === null && $this->attemptsPerClient !== false) {
            yield 'clientId is missing. With trustBrowserAmount, anyone can try out stolen cards here. If something else '
                . 'limits clients, set attemptsPerClient: false.';
        }
        if ($this->brands === [] || ($this->brands !== null && $this->acceptedBrands() === null)) {
            yield 'brands is invalid. Expected names out of: ' . implode(' ', array_keys(Contract::list('networks'))) . '.';
        }
        foreach (['allowedOrigins', 'actionOrigins', 'frameAncestors'] as $name) {
            foreach ($this->$name as $origin) {
                $isOrigin = is_string($origin) && preg_match(self::ORIGIN, $origin) === 1
                    && ($name === 'allowedOrigins' || NextAction::originOf($origin) === $origin);
                if (!$isOrigin) {
                    yield "$name contains a value that is no origin. Expected such as https://shop.example, without a path.";
                }
            }
        }
    }
}
