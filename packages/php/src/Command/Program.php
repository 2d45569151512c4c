<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy\Command;

use PaymentWidget\Proxy\Attempt;
use PaymentWidget\Proxy\PaymentProxy;
use PaymentWidget\Proxy\State;
use PaymentWidget\Proxy\Text;

/** The command `vendor/bin/payment-proxy`. It prints no secret. */
final class Program
{
    private const OVERVIEW = <<<'TEXT'
        payment-proxy: the payment proxy of <payment-widget>

        Usage: vendor/bin/payment-proxy <command> [options]

        Commands:
          migrate                  creates the table of attempts
          attempts                 lists payment attempts in the store
            --unknown              only attempts whose outcome is unknown
            --pending              only attempts that the service has accepted with 202
            --since <time>         only attempts that changed in this time, such as 30m, 12h, 1d or 2w
            --json                 prints one JSON object per line
          resolve <reference|key> succeeded, resolve <key> failed
                                   settles a payment whose outcome is unknown
            --override             corrects an attempt that was settled by mistake
          deliver                  calls onSettled for attempts that it has not accepted yet
          check                    checks the settings and the store

        Options of all commands:
          --config <file>          a PHP file that returns the options; default: payments.php

        "failed" means certainly not charged, and lets the order be paid again.
        Exit codes: 0 if the command has done its work, 1 if not, 2 for invalid arguments.

        TEXT;
    private const COMMANDS = ['migrate', 'attempts', 'resolve', 'deliver', 'check'];
    private const FLAGS = ['unknown', 'pending', 'json', 'override'];
    private const UNITS_MS = ['m' => 60_000, 'h' => 3_600_000, 'd' => 86_400_000, 'w' => 604_800_000];

    /**
     * @param resource $out
     * @param resource $error
     * @param PaymentProxy|null $proxy of a framework; by default that of --config
     */
    public function __construct(private mixed $out, private mixed $error, private ?PaymentProxy $proxy = null)
    {
    }

    /**
     * @param list<string> $args
     * @return int the exit code
     */
    public function run(array $args): int
    {
        if (in_array($args[0] ?? '', ['-h', '--help', 'help'], true)) {
            return $this->print(self::OVERVIEW);
        }
        try {
            [$command, $names, $options] = $this->parse($args);
            if ($command === null) {
                fwrite($this->error, self::OVERVIEW);
                return 2;
            }
            $this->proxy ??= PaymentProxy::fromFile($options['config'] ?? 'payments.php');
            return $this->$command($this->proxy, $names, $options);
        } catch (CommandError | \InvalidArgumentException $failure) {
            fwrite($this->error, "{$failure->getMessage()}\n");
            return max(1, $failure->getCode());
        } catch (\PDOException $failure) {
            fwrite($this->error, "The store failed ({$failure->getCode()}).\n"); // its message may quote the password
            return 1;
        }
    }

    /**
     * @param list<string> $args
     * @return array{?string, list<string>, array<string, string|true>}
     */
    private function parse(array $args): array
    {
        [$names, $options] = [[], []];
        while (($arg = array_shift($args)) !== null) {
            $name = substr($arg, 2);
            if (!str_starts_with($arg, '--')) {
                $names[] = $arg;
            } elseif (in_array($name, self::FLAGS, true)) {
                $options[$name] = true;
            } elseif ($name === 'config' || $name === 'since') {
                $options[$name] = array_shift($args) ?? throw CommandError::usage("--$name needs a value.");
            } else {
                throw CommandError::usage('An option is unknown. Expected --config, --since, --' . implode(', --', self::FLAGS) . '.');
            }
        }
        $command = array_shift($names);
        if ($command !== null && !in_array($command, self::COMMANDS, true)) {
            throw CommandError::usage('Unknown command. Expected ' . implode(', ', self::COMMANDS) . '.');
        }
        return [$command, $names, $options];
    }

    private function migrate(PaymentProxy $proxy): int
    {
        $proxy->database->migrate();
        return $this->print("The table payment_attempts is there.\n");
    }

    /** @param array<string, string|true> $options */
    private function attempts(PaymentProxy $proxy, array $names, array $options): int
    {
        $states = array_keys(array_intersect_key($options, ['unknown' => true, 'pending' => true]));
        $since = isset($options['since']) ? (int) (microtime(true) * 1000) - self::toMs($options['since']) : 0;
        $all = $proxy->attempts($states !== [], $since);
        $found = array_filter($all, fn (Attempt $each) => $states === [] || in_array($each->word(), $states, true));
        if (isset($options['json'])) {
            return $this->print(implode('', array_map(fn (Attempt $each) => json_encode(Table::members($each)) . "\n", $found)));
        }
        $this->print($found === [] ? "No attempts.\n" : Table::of($found));
        $running = count(array_filter($all, fn (Attempt $each) => $each->state === State::Sent));
        // An attempt that was cut off becomes unknown when its response is overdue.
        return $states === [] || $running === 0 ? 0 : $this->print("In progress: $running. List again in a minute.\n");
    }

    /**
     * @param list<string> $names
     * @param array<string, string|true> $options
     */
    private function resolve(PaymentProxy $proxy, array $names, array $options): int
    {
        [$name, $word] = $names + ['', ''];
        if ($name === '' || count($names) > 2) {
            throw CommandError::usage('Expected the reference of an order or the key of an attempt, and "succeeded" or "failed".');
        }
        $outcome = State::tryFrom($word);
        if (!$outcome?->isSettled()) {
            throw CommandError::usage('The outcome is missing or unknown. Expected "succeeded" or "failed".');
        }
        $attempt = $this->choose($proxy, $name, $outcome, isset($options['override']));
        if ($attempt->state !== $outcome) {
            if ($outcome === State::Failed && $attempt->key !== $name) {
                throw self::explain('Nothing was changed: "failed" needs the key of the attempt. Look this attempt up at the '
                    . 'service, and repeat the command with its key.', [$attempt]);
            }
            if (!$proxy->resolve($attempt->key, $outcome, override: $attempt->state->isSettled())) {
                throw new CommandError('Nothing was changed: another attempt holds the order, or the attempt has changed '
                    . 'meanwhile. List it again, and check both at the service.');
            }
            $proxy->finish();
        }
        $order = $attempt->reference === null ? 'Attempt' : Table::printable($attempt->reference) . ': attempt';
        $change = $attempt->state === $outcome ? "was $word already" : "{$attempt->word()} → $word";
        return $this->print("$order {$attempt->name()} $change\n");
    }

    private function choose(PaymentProxy $proxy, string $name, State $outcome, bool $override): Attempt
    {
        $reference = Text::canonical($name);
        $isMeant = fn (Attempt $each) => $each->key === $name || ($reference !== null && $each->reference === $reference);
        $found = array_values(array_filter($proxy->attempts(), $isMeant));
        $open = array_values(array_filter($found, fn (Attempt $each) => !$each->state->isSettled()));
        $wrong = array_values(array_filter($found, fn (Attempt $each) => $each->state !== $outcome));
        $isRight = count($found) === 1 && $wrong === [];
        $candidates = $open !== [] ? $open : ($isRight ? $found : ($override ? $wrong : []));
        if (count($candidates) > 1) {
            throw self::explain('Several attempts can be meant. Repeat the command with the key of one of them.', $candidates);
        }
        if (($candidates[0] ?? null)?->state === State::Sent) {
            throw self::explain('This attempt is in progress: its response may still arrive. Nothing was changed.', $candidates);
        }
        return $candidates[0] ?? throw ($found === [] ? new CommandError('No attempt has this reference or key.')
            : self::explain('Nothing to settle. To correct a settled attempt, add --override.', $found));
    }

    private function deliver(PaymentProxy $proxy): int
    {
        ['delivered' => $delivered, 'failed' => $failed] = $proxy->deliver();
        $this->print("Delivered: $delivered. Failed: $failed.\n");
        return $failed === 0 ? 0 : 1;
    }

    /** Options are checked when they are read. */
    private function check(PaymentProxy $proxy): int
    {
        $this->print("All settings are valid.\n");
        $proxy->checkStore();
        return $this->print("The store works.\n");
    }

    /** @param list<Attempt> $attempts */
    private static function explain(string $text, array $attempts): CommandError
    {
        return new CommandError("$text\n\n" . rtrim(Table::of($attempts)));
    }

    private static function toMs(string $time): int
    {
        $isTime = preg_match('/^(\d{1,4})([mhdw])$/D', $time, $match) === 1;
        return $isTime ? (int) $match[1] * self::UNITS_MS[$match[2]]
            : throw CommandError::usage('--since is not a time. Expected one such as 30m, 12h, 1d or 2w.');
    }

    private function print(string $text): int
    {
        fwrite($this->out, $text);
        return 0;
    }
}
