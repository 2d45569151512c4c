<?php

declare(strict_types=1);

require getenv('PHP_PROXY') . '/tests/autoload.php';

PaymentWidget\Proxy\PaymentProxy::fromFile(__DIR__ . '/../payments.php')->serve();
