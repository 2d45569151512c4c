<?php
// An application with Debian's Laravel, around the files of docs/examples/languages/laravel.
declare(strict_types=1);

use Illuminate\Config\Repository;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Bootstrap\BootProviders;
use Illuminate\Foundation\Bootstrap\RegisterFacades;
use Illuminate\Foundation\Bootstrap\RegisterProviders;
use Illuminate\Foundation\Exceptions\Handler;
use Illuminate\Foundation\Http\Kernel;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Route;

error_reporting(E_ALL & ~E_DEPRECATED); // Laravel 8 with PHP 8.2
ini_set('display_errors', 'stderr');

require_once 'Illuminate/autoload.php';
require_once __DIR__ . '/../../../docs/examples/languages/laravel/app/Payments.php';

const SHOP = __DIR__ . '/../../../docs/examples/languages/laravel';

class TestKernel extends Kernel
{
    protected $bootstrappers = [RegisterFacades::class, RegisterProviders::class, BootProviders::class];
}

$app = new Application(getenv('LARAVEL_STORAGE'));
$app->instance('config', new Repository([
    'app' => [
        'name' => 'Shop',
        'env' => 'production',
        'debug' => false,
        'providers' => [
            Illuminate\Filesystem\FilesystemServiceProvider::class,
            Illuminate\Translation\TranslationServiceProvider::class,
            Illuminate\View\ViewServiceProvider::class,
        ],
        'aliases' => [],
        'locale' => 'en',
        'fallback_locale' => 'en',
    ],
    'view' => ['paths' => [SHOP . '/resources/views'], 'compiled' => getenv('LARAVEL_STORAGE')],
    'logging' => [
        'default' => 'stderr',
        'channels' => [
            'stderr' => [
                'driver' => 'monolog',
                'handler' => Monolog\Handler\StreamHandler::class,
                'with' => ['stream' => 'php://stderr'],
            ],
        ],
    ],
    'payments' => require SHOP . '/config/payments.php',
]));
$app->singleton(ExceptionHandler::class, Handler::class);
Illuminate\Support\Facades\Facade::setFacadeApplication($app);
Route::group([], SHOP . '/routes/web.php');
Route::prefix('api')->group(SHOP . '/routes/api.php');

$kernel = $app->make(TestKernel::class);
$response = $kernel->handle(Request::capture());
$response->send();
