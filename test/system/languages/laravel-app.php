<?php
// An application with Debian's Laravel, around the files of docs/examples/languages/laravel. Its data is in the working directory.
declare(strict_types=1);

use Illuminate\Config\Repository;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Bootstrap\BootProviders;
use Illuminate\Foundation\Bootstrap\RegisterFacades;
use Illuminate\Foundation\Bootstrap\RegisterProviders;
use Illuminate\Foundation\Exceptions\Handler;
use Illuminate\Foundation\Http\Kernel;
use Illuminate\Foundation\Http\Middleware\VerifyCsrfToken;
use Illuminate\Http\Request;
use Illuminate\Session\Middleware\StartSession;
use Illuminate\Support\Facades\Route;

error_reporting(E_ALL & ~E_DEPRECATED); // Laravel 8 with PHP 8.2
ini_set('display_errors', 'stderr');

const SHOP = __DIR__ . '/../../../docs/examples/languages/laravel';
require_once 'Illuminate/autoload.php';
require_once __DIR__ . '/firebase-jwt.php';
require_once SHOP . '/app/Payments.php';

class TestKernel extends Kernel
{
    protected $bootstrappers = [RegisterFacades::class, RegisterProviders::class, BootProviders::class];
    protected $middlewareGroups = ['web' => [StartSession::class, VerifyCsrfToken::class]];
}

$folder = getcwd();
if (is_file("$folder/public" . parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH))) return false;
$database = "$folder/orders.sqlite";
$app = new Application($folder);
$app->instance('config', new Repository([
    'app' => [
        'name' => 'Shop',
        'env' => 'production',
        'debug' => false,
        'key' => str_repeat('k', 32),
        'cipher' => 'AES-256-CBC',
        'providers' => [
            Illuminate\Database\DatabaseServiceProvider::class,
            Illuminate\Encryption\EncryptionServiceProvider::class,
            Illuminate\Filesystem\FilesystemServiceProvider::class,
            Illuminate\Session\SessionServiceProvider::class,
            Illuminate\Translation\TranslationServiceProvider::class,
            Illuminate\View\ViewServiceProvider::class,
        ],
        'aliases' => [],
        'locale' => 'en',
        'fallback_locale' => 'en',
    ],
    'view' => ['paths' => [SHOP . '/resources/views'], 'compiled' => $folder],
    'database' => ['default' => 'sqlite', 'connections' => ['sqlite' => ['driver' => 'sqlite', 'database' => $database]]],
    'session' => [
        'driver' => 'array',
        'lifetime' => 120,
        'expire_on_close' => false,
        'lottery' => [0, 100],
        'cookie' => 'session',
        'path' => '/',
        'domain' => null,
    ],
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

$kernel = $app->make(TestKernel::class);
$kernel->bootstrap();
if (!file_exists($database)) {
    touch($database);
    (require SHOP . '/database/migrations/2026_01_01_000000_create_orders_table.php')->up();
}
Route::middleware('web')->group(SHOP . '/routes/web.php');
$kernel->handle(Request::capture())->send();
