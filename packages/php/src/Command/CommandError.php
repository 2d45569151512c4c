<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy\Command;

/** A command cannot do its work. */
final class CommandError extends \RuntimeException
{
}
