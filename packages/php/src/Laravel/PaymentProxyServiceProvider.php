<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy\Laravel;

use Illuminate\Support\Facades\Route;
use Illuminate\Support\ServiceProvider;
use PaymentWidget\Proxy\Options;
use PaymentWidget\Proxy\PaymentProxy;
use PaymentWidget\Proxy\Request;

/** Serves the proxy at `payments.path`, without session and CSRF, with the options of config/payments.php. */
final class PaymentProxyServiceProvider extends ServiceProvider
{
    private const CONFIG = __DIR__ . '/../../resources/laravel.php';
    /** Options that are functions. The configuration may name an invokable class, so that `config:cache` works. */
    private const FUNCTIONS = [
        'resolvePrice',
        'onSettled',
        'buildRequest',
        'interpretResponse',
        'networksOf',
        'clientId',
        'logger',
    ];

    public function register(): void
    {
        $this->mergeConfigFrom(self::CONFIG, 'payments');
        $this->app->singleton(PaymentProxy::class, fn () => new PaymentProxy($this->options(config('payments'))));
    }

    public function boot(): void
    {
        $this->publishes([self::CONFIG => $this->app->configPath('payments.php')], 'payments');
        $path = trim((string) config('payments.path'), '/');
        Route::any("$path/{rest}", PaymentController::class)->where('rest', '.*');
        $this->commands([PaymentProxyCommand::class]);
    }

    /**
     * @param array<string, mixed> $config
     * @throws \InvalidArgumentException names all invalid options
     */
    private function options(array $config): Options
    {
        $config['mountPath'] = '/' . trim((string) $config['path'], '/');
        unset($config['path']);
        foreach (self::FUNCTIONS as $name) {
            $given = $config[$name] ?? null;
            $config[$name] = is_string($given) ? fn (mixed ...$args) => $this->app->make($given)(...$args) : $given;
        }
        $config['clientId'] ??= fn (Request $request) => $request->address; // behind a server, by TrustProxies
        $config['logger'] ??= fn (array $entry) => logger()->log(
            $entry['level'] === 'warn' ? 'warning' : 'error',
            $entry['message'],
            $entry,
        );
        return new Options(...$config);
    }
}
