<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy\Laravel;

use Illuminate\Http\Request as LaravelRequest;
use Illuminate\Http\Response as LaravelResponse;
use Illuminate\Support\Facades\Route;
use Illuminate\Support\ServiceProvider;
use PaymentWidget\Proxy\Options;
use PaymentWidget\Proxy\PaymentParser;
use PaymentWidget\Proxy\PaymentProxy;
use PaymentWidget\Proxy\Request;

/** Serves the proxy at `payments.path`, without session and CSRF, with the options of config/payments.php. */
final class PaymentProxyServiceProvider extends ServiceProvider
{
    private const CONFIG = __DIR__ . '/../../resources/laravel.php';

    public function register(): void
    {
        $this->mergeConfigFrom(self::CONFIG, 'payments');
        $this->app->singleton(PaymentProxy::class, fn () => new PaymentProxy($this->options()));
    }

    public function boot(): void
    {
        $this->publishes([self::CONFIG => $this->app->configPath('payments.php')], 'payments');
        $path = trim((string) config('payments.path'), '/');
        Route::any("$path/{rest}", fn (LaravelRequest $request) => $this->respond($request))->where('rest', '.*');
        $this->commands([PaymentProxyCommand::class]);
    }

    private function respond(LaravelRequest $request): LaravelResponse
    {
        ignore_user_abort(true);
        $proxy = $this->app->make(PaymentProxy::class);
        $answer = $proxy->handle(new Request(
            $request->getMethod(),
            $request->getPathInfo(),
            array_map(fn (array $values) => (string) $values[0], $request->headers->all()),
            substr((string) $request->getContent(), 0, PaymentParser::MAX_BYTES + 1),
            $request->getSchemeAndHttpHost(),
            $request->ip(),
            (string) $request->getQueryString(),
            $request,
        ));
        $this->app->terminating(fn () => $proxy->finish());
        return new LaravelResponse($answer->body, $answer->status, $answer->headers);
    }

    /** @throws \InvalidArgumentException names all invalid options */
    private function options(): Options
    {
        $config = config('payments');
        $path = '/' . trim((string) $config['path'], '/');
        $callable = fn (mixed $given) => match (true) {
            is_string($given) => fn (mixed ...$args) => $this->app->make($given)(...$args), // an invokable class
            default => $given,
        };
        foreach (['resolvePrice', 'onSettled', 'buildRequest', 'interpretResponse', 'networksOf', 'clientId', 'logger'] as $name) {
            $config[$name] = $callable($config[$name] ?? null);
        }
        $config['clientId'] ??= fn (Request $request) => $request->address; // behind a server, by TrustProxies
        $config['logger'] ??= fn (array $entry) => logger()->log(
            $entry['level'] === 'warn' ? 'warning' : 'error',
            $entry['message'],
            $entry,
        );
        return new Options(...['mountPath' => $path, ...array_diff_key($config, ['path' => null])]);
    }
}
