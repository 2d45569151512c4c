<?php

require __DIR__ . '/../vendor/autoload.php';

PaymentWidget\Proxy\PaymentProxy::fromFile(__DIR__ . '/../payments.php')->serve();
