<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy\Laravel;

use Illuminate\Console\Command;
use PaymentWidget\Proxy\Command\Program;
use PaymentWidget\Proxy\PaymentProxy;

/** `php artisan payments …`, as vendor/bin/payment-proxy with the options of Laravel. */
final class PaymentProxyCommand extends Command
{
    protected $signature = 'payments {args?* : such as: attempts --unknown}';
    protected $description = 'Lists, resolves and delivers payment attempts';

    public function __construct()
    {
        parent::__construct();
        $this->ignoreValidationErrors();
    }

    public function handle(PaymentProxy $proxy): int
    {
        $args = array_slice($_SERVER['argv'] ?? [], 2);
        return (new Program(STDOUT, STDERR, $proxy))->run($args);
    }
}
