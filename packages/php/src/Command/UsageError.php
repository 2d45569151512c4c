<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy\Command;

/** The arguments are wrong. */
final class UsageError extends \RuntimeException
{
}
