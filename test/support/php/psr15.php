<?php

declare(strict_types=1);

/** An application with PSR-15, and the factories of nyholm/psr7. */

namespace Psr\Http\Server {
    if (!interface_exists(RequestHandlerInterface::class)) {
        interface RequestHandlerInterface
        {
            public function handle(\Psr\Http\Message\ServerRequestInterface $request): \Psr\Http\Message\ResponseInterface;
        }
    }
}

namespace {
    use Nyholm\Psr7\Factory\Psr17Factory;
    use Nyholm\Psr7\ServerRequest;
    use PaymentWidget\Proxy\PaymentProxy;
    use PaymentWidget\Proxy\Psr15Handler;

    require_once 'Nyholm/Psr7/autoload.php';
    require_once getenv('PHP_PROXY') . '/tests/autoload.php';

    $factory = new Psr17Factory();
    $handler = new Psr15Handler(PaymentProxy::fromFile(__DIR__ . '/payments.php'), $factory, $factory);
    $uri = "http://{$_SERVER['HTTP_HOST']}{$_SERVER['REQUEST_URI']}";
    $body = $factory->createStreamFromResource(fopen('php://input', 'r'));
    $response = $handler->handle(new ServerRequest($_SERVER['REQUEST_METHOD'], $uri, getallheaders(), $body, '1.1', $_SERVER));
    http_response_code($response->getStatusCode());
    foreach (array_keys($response->getHeaders()) as $name) {
        header("$name: {$response->getHeaderLine($name)}");
    }
    echo $response->getBody();
}
