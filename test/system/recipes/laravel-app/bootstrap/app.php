<?php
// A minimal application with Debian's Laravel, in place of `laravel new`, which needs the package registry of PHP.
declare(strict_types=1);

use Illuminate\Cookie\Middleware\EncryptCookies;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Http\Middleware\VerifyCsrfToken;
use Illuminate\Session\Middleware\StartSession;

require_once 'Illuminate/autoload.php';

error_reporting(E_ALL & ~E_DEPRECATED); // Debian's Laravel is older than its PHP

spl_autoload_register(function (string $class): void {
    $file = dirname(__DIR__) . '/' . strtr(lcfirst($class), '\\', '/') . '.php'; // App\ is app/
    if (is_file($file)) require $file;
});

/** As in Laravel 13, whose check for CSRF is no `VerifyCsrfToken`. */
class PreventRequestForgery
{
    public function __construct(private VerifyCsrfToken $check) {}

    public function handle(Illuminate\Http\Request $request, Closure $next): mixed
    {
        return $this->check->handle($request, $next);
    }
}

class HttpKernel extends Illuminate\Foundation\Http\Kernel
{
    protected $middlewareGroups = ['web' => [EncryptCookies::class, StartSession::class, PreventRequestForgery::class]];
}

$app = new Application(dirname(__DIR__));
$app->singleton(Illuminate\Contracts\Http\Kernel::class, HttpKernel::class);
$app->singleton(Illuminate\Contracts\Console\Kernel::class, Illuminate\Foundation\Console\Kernel::class);
$app->singleton(Illuminate\Contracts\Debug\ExceptionHandler::class, Illuminate\Foundation\Exceptions\Handler::class);
$app->booted(fn () => $app['router']->middleware('web')->group($app->basePath('routes/web.php')));
return $app;
