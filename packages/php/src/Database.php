<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

use PDO;
use PDOException;

/**
 * A connection of its own, so that no transaction of the shop can undo what was written. Each write is one statement, which
 * is atomic by itself at any isolation level.
 */
final class Database
{
    public const TABLE = 'payment_attempts';

    private const NOW = [
        'sqlite' => "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
        'mysql' => 'CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)',
        'pgsql' => 'CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)',
    ];

    /** Another transaction was faster: nothing was changed. */
    private const ROLLED_BACK = ['40001', '40P01'];
    private const TRIES = 20;

    /** The clock of the database, in ms since 1970, as SQL: those of web servers differ. */
    public readonly string $now;
    private readonly string $driver;
    private ?PDO $pdo = null;

    /**
     * @param string $dsn `sqlite:/path`, `mysql:…` or `pgsql:…`
     * @param int $timeoutMs for one statement that waits for others
     * @throws \InvalidArgumentException for another database
     */
    public function __construct(
        private readonly string $dsn,
        private readonly ?string $user = null,
        #[\SensitiveParameter] private readonly ?string $password = null,
        private readonly int $timeoutMs = 5000,
    ) {
        $this->driver = explode(':', $dsn)[0];
        $this->now = self::NOW[$this->driver]
            ?? throw new \InvalidArgumentException('store: expected sqlite:, mysql: or pgsql: at its start.');
    }

    /**
     * Writes with one statement, whose `{now}` is the time.
     *
     * @param array<string, int|string|null> $values
     * @return bool whether it has changed a row; false, too, if a unique index has refused it
     * @throws PDOException if the database fails: then the change may or may not have been made
     */
    public function write(string $sql, array $values): bool
    {
        try {
            return $this->run($sql, $values)->rowCount() > 0;
        } catch (PDOException $error) {
            return self::isRefusal($error) ? false : throw $error;
        }
    }

    /**
     * @param array<string, int|string|null> $values
     * @return list<array<string, mixed>>
     * @throws PDOException
     */
    public function read(string $sql, array $values): array
    {
        $isOld = $this->pdo !== null;
        try {
            return $this->run($sql, $values)->fetchAll(PDO::FETCH_ASSOC);
        } catch (PDOException $error) {
            // The database closes connections that were idle.
            return $isOld ? $this->run($sql, $values)->fetchAll(PDO::FETCH_ASSOC) : throw $error;
        }
    }

    /**
     * Creates the table, unless it exists.
     *
     * @throws PDOException
     */
    public function migrate(): void
    {
        foreach ($this->schema() as $statement) {
            $this->run($statement, []);
        }
        $secret = ['mode' => '', 'id' => 'secret', 'body' => bin2hex(random_bytes(32))];
        $table = self::TABLE;
        $this->write("INSERT INTO $table (mode, id, state, body, created, since) VALUES (:mode, :id, '', :body, 0, 0)", $secret);
    }

    /** @return list<string> the table as SQL of this database */
    public function schema(): array
    {
        $file = file_get_contents(__DIR__ . "/../resources/schema.{$this->driver}.sql");
        return array_values(array_filter(array_map(trim(...), explode(';', (string) $file))));
    }

    /** @param array<string, int|string|null> $values */
    private function run(string $sql, array $values, int $tries = self::TRIES): \PDOStatement
    {
        try {
            $statement = $this->connection()->prepare(str_replace('{now}', $this->now, $sql));
            foreach ($values as $name => $value) {
                $type = is_int($value) ? PDO::PARAM_INT : ($value === null ? PDO::PARAM_NULL : PDO::PARAM_STR);
                $statement->bindValue($name, $value, $type);
            }
            $statement->execute();
            return $statement;
        } catch (PDOException $error) {
            if (in_array($error->getCode(), self::ROLLED_BACK, true) && $tries > 1) {
                return $this->run($sql, $values, $tries - 1);
            }
            $this->pdo = self::isRefusal($error) ? $this->pdo : null; // it may be broken
            throw $error;
        }
    }

    private static function isRefusal(PDOException $error): bool
    {
        return str_starts_with((string) $error->getCode(), '23');
    }

    private function connection(): PDO
    {
        if ($this->pdo !== null) {
            return $this->pdo;
        }
        $seconds = max(1, intdiv($this->timeoutMs, 1000));
        $options = [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION, PDO::ATTR_TIMEOUT => $seconds, PDO::ATTR_PERSISTENT => false];
        $dsn = $this->dsn;
        if ($this->driver === 'mysql') {
            ini_set('mysqlnd.net_read_timeout', (string) (2 * $seconds));
            $dsn .= str_contains($dsn, 'charset=') ? '' : ';charset=utf8mb4';
            $options[PDO::MYSQL_ATTR_INIT_COMMAND] = "SET SESSION sql_mode = 'STRICT_ALL_TABLES', autocommit = 1, "
                . "innodb_lock_wait_timeout = $seconds";
        } elseif ($this->driver === 'pgsql') {
            $dsn .= str_contains($dsn, 'connect_timeout=') ? '' : ";connect_timeout=$seconds";
        }
        $pdo = new PDO($dsn, $this->user, $this->password, $options);
        if ($this->driver === 'pgsql') {
            $pdo->exec("SET statement_timeout = {$this->timeoutMs}");
        } elseif ($this->driver === 'sqlite') {
            $pdo->exec('PRAGMA synchronous = FULL');
            $isNew = (int) $pdo->query('PRAGMA user_version')->fetchColumn() === 0;
        }
        $this->pdo = $pdo;
        if ($isNew ?? false) {
            try {
                $pdo->exec('PRAGMA journal_mode = WAL'); // faster, no more
            } catch (PDOException) {
                // Another process creates the file, too.
            }
            $this->migrate();
            $pdo->exec('PRAGMA user_version = 1');
        }
        return $pdo;
    }
}
