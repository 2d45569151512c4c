<?php

declare(strict_types=1);

/** An application with Debian's Laravel around the service provider, as `php artisan serve` runs it. */

use Illuminate\Config\Repository;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Bootstrap\BootProviders;
use Illuminate\Foundation\Bootstrap\RegisterFacades;
use Illuminate\Foundation\Bootstrap\RegisterProviders;
use Illuminate\Foundation\Exceptions\Handler;
use Illuminate\Foundation\Http\Kernel;
use Illuminate\Http\Request;
use PaymentWidget\Proxy\Laravel\PaymentProxyServiceProvider;

error_reporting(E_ALL & ~E_DEPRECATED); // Laravel 8 with PHP 8.2
ini_set('display_errors', 'stderr');
require_once 'Illuminate/autoload.php';
require_once getenv('PHP_PROXY') . '/tests/autoload.php';

final class TestKernel extends Kernel
{
    protected $bootstrappers = [RegisterFacades::class, RegisterProviders::class, BootProviders::class];
}

final class Price
{
    public function __invoke(): array
    {
        return ['amount' => 4999, 'currency' => 'EUR'];
    }
}

$app = new Application((string) getenv('SHOP_FOLDER'));
$app->instance('config', new Repository([
    'app' => ['env' => 'production', 'debug' => false, 'providers' => [PaymentProxyServiceProvider::class], 'aliases' => []],
    'logging' => ['default' => 'null', 'channels' => ['null' => ['driver' => 'monolog', 'handler' => Monolog\Handler\NullHandler::class]]],
    'payments' => [
        'resolvePrice' => getenv('ORDER_TOKEN_SECRET') ? null : Price::class,
        'times' => new PaymentWidget\Proxy\Times(...json_decode((string) getenv('TIMES'), true)),
        ...['attemptsPerClient' => false, 'attemptsPerReference' => false, 'requestsPerMinute' => false],
    ],
]));
$app->singleton(ExceptionHandler::class, Handler::class);
$kernel = $app->make(TestKernel::class);
$response = $kernel->handle($request = Request::capture());
$response->send();
$kernel->terminate($request, $response);
