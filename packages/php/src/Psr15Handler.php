<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

use Psr\Http\Message\ResponseFactoryInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;
use Psr\Http\Message\StreamFactoryInterface;
use Psr\Http\Server\RequestHandlerInterface;

/** Mounts the proxy in an application with PSR-15, such as Slim or Mezzio. Route all its paths and methods to it. */
final class Psr15Handler implements RequestHandlerInterface
{
    /** @param bool $finishesAtShutdown set it to false in a server that handles several requests, and call `finish()` of the proxy */
    public function __construct(
        private readonly PaymentProxy $proxy,
        private readonly ResponseFactoryInterface $responses,
        private readonly StreamFactoryInterface $streams,
        private readonly bool $finishesAtShutdown = true,
    ) {
    }

    public function handle(ServerRequestInterface $request): ResponseInterface
    {
        ignore_user_abort(true);
        $body = $request->getBody();
        $body->isSeekable() && $body->rewind();
        $uri = $request->getUri();
        $answer = $this->proxy->handle(new Request(
            $request->getMethod(),
            $uri->getPath(),
            array_map(fn (array $values) => implode(', ', $values), $request->getHeaders()),
            $body->read(PaymentParser::MAX_BYTES + 1),
            $uri->getScheme() . '://' . $uri->getAuthority(),
            $request->getServerParams()['REMOTE_ADDR'] ?? null,
            $uri->getQuery(),
            $request,
        ));
        if ($this->finishesAtShutdown) {
            register_shutdown_function(function (): void {
                function_exists('fastcgi_finish_request') && fastcgi_finish_request();
                $this->proxy->finish();
            });
        }
        $response = $this->responses->createResponse($answer->status)->withBody($this->streams->createStream($answer->body));
        foreach ($answer->headers as $name => $value) {
            $response = $response->withHeader($name, $value);
        }
        return $response;
    }
}
