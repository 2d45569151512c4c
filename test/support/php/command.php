<?php

declare(strict_types=1);

/** `vendor/bin/payment-proxy` without Composer. */

require getenv('PHP_PROXY') . '/tests/autoload.php';

$args = [...array_slice($argv, 1), '--config', __DIR__ . '/payments.php'];
exit((new PaymentWidget\Proxy\Command\Program(STDOUT, STDERR))->run($args));
