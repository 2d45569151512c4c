<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy\Command;

/** A command cannot do its work. Its code is the exit code. */
final class CommandError extends \RuntimeException
{
    public static function usage(string $message): self
    {
        return new self("$message\nFor all options, run: vendor/bin/payment-proxy --help", 2);
    }
}
