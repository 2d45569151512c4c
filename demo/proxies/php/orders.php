<?php
// The orders of the shop. Replace this file with your database.
declare(strict_types=1);

function database(): PDO
{
    static $database;
    if ($database) return $database;
    $database = new PDO('sqlite:' . (getenv('ORDERS_FILE') ?: __DIR__ . '/orders.sqlite'));
    $database->exec('CREATE TABLE IF NOT EXISTS orders (reference TEXT PRIMARY KEY, amount INTEGER, currency TEXT, paid_at TEXT)');
    return $database;
}

/** Creates an order, and returns its reference, which is hard to guess. */
function createOrder(int $amount, string $currency): string
{
    $reference = 'order-' . bin2hex(random_bytes(10));
    database()->prepare('INSERT INTO orders VALUES (?, ?, ?, NULL)')->execute([$reference, $amount, $currency]);
    return $reference;
}

function findOrder(string $reference): ?array
{
    $found = database()->prepare('SELECT * FROM orders WHERE reference = ?');
    $found->execute([$reference]);
    return $found->fetch(PDO::FETCH_ASSOC) ?: null;
}

// #region mark-paid
/** Returns whether this call marked the order as paid: the database lets only one of several calls do it. */
function markPaid(string $reference, int $amount, string $currency): bool
{
    $update = database()->prepare(
        'UPDATE orders SET paid_at = CURRENT_TIMESTAMP WHERE reference = ? AND amount = ? AND currency = ? AND paid_at IS NULL',
    );
    $update->execute([$reference, $amount, $currency]);
    return $update->rowCount() === 1;
}
// #endregion mark-paid

function isPaid(string $reference): bool
{
    return isset(findOrder($reference)['paid_at']);
}
