<?php

declare(strict_types=1);

/**
 * Does what the commands of an operator do: looks up each open attempt at the service, whose charges are on stdin, and settles
 * it. Prints all attempts as JSON. Exits with 1 while responses may still arrive.
 */

require getenv('PHP_PROXY') . '/tests/autoload.php';

use PaymentWidget\Proxy\PaymentProxy;
use PaymentWidget\Proxy\State;

$charged = array_flip(json_decode((string) stream_get_contents(STDIN), true));
$proxy = PaymentProxy::fromFile(__DIR__ . '/payments.php');
$open = $proxy->attempts(open: true);
// First, as what this resolves must be in what it prints: nothing is resolved twice.
if (in_array(State::Sent, array_column($open, 'state'), true)) {
    exit(1);
}
$resolved = [];
foreach ($open as $attempt) {
    $outcome = isset($charged[$attempt->key]) ? State::Succeeded : State::Failed;
    $resolved[$attempt->key] = $proxy->resolve($attempt->key, $outcome);
}
$proxy->finish();
$rows = $proxy->database->read("SELECT * FROM payment_attempts WHERE mode = 'test' AND state <> 'rejected'", []);
$isSettled = fn (array $row) => ($resolved[$row['id']] ?? false) || ($row['answer'] !== null && (int) $row['created'] > 0);
echo json_encode(array_map(
    fn (array $row) => ['key' => $row['id'], 'state' => $row['state'], 'isSettled' => $isSettled($row)],
    $rows,
));
