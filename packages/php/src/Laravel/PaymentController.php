<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy\Laravel;

use Illuminate\Contracts\Foundation\Application;
use Illuminate\Http\Request as LaravelRequest;
use Illuminate\Http\Response;
use PaymentWidget\Proxy\PaymentParser;
use PaymentWidget\Proxy\PaymentProxy;
use PaymentWidget\Proxy\Request;

/** Answers all requests of the proxy. A class, so that `route:cache` works. */
final class PaymentController
{
    public function __invoke(LaravelRequest $request, PaymentProxy $proxy, Application $app): Response
    {
        ignore_user_abort(true);
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
        $app->terminating(fn () => $proxy->finish());
        return new Response($answer->body, $answer->status, $answer->headers);
    }
}
