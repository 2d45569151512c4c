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

    /** What stands for a word in braces, such as the clock in ms since 1970: those of web servers differ. */
    private const DIALECTS = [
        'sqlite' => [
            '{now}' => "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
            '{setup}' => 'PRAGMA synchronous = FULL',
        ],
        'mysql' => [
            '{now}' => 'CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)',
            '{setup}' => "SET SESSION sql_mode = 'STRICT_ALL_TABLES', SESSION autocommit = 1, "
                . 'SESSION innodb_lock_wait_timeout = {seconds}',
            '{text}' => 'MEDIUMTEXT',
            '{engine}' => 'ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin',
            '{if_not_exists}' => '',
        ],
        'pgsql' => [
            '{now}' => 'CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)',
            '{setup}' => "SET statement_timeout = '{seconds}s'",
        ],
    ];
    private const DEFAULTS = ['{text}' => 'TEXT', '{engine}' => '', '{if_not_exists}' => 'IF NOT EXISTS'];
    /** Another transaction was faster: nothing was changed. */
    private const ROLLED_BACK = ['40001', '40P01'];
    private const TRIES = 20;
    /** MySQL says so of an index that exists. */
    private const DUPLICATE_INDEX = 1061;

    /** @var array<string, string> */
    private readonly array $dialect;
    private readonly int $seconds;
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
        int $timeoutMs = 5000,
    ) {
        $dialect = self::DIALECTS[explode(':', $dsn)[0]]
            ?? throw new \InvalidArgumentException('store: expected sqlite:, mysql: or pgsql: at its start.');
        $this->seconds = max(1, intdiv($timeoutMs, 1000));
        $this->dialect = [...self::DEFAULTS, ...$dialect, '{seconds}' => (string) $this->seconds];
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
    public function read(string $sql, array $values = []): array
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
        $schema = (string) file_get_contents(__DIR__ . '/../resources/schema.sql');
        foreach (array_filter(array_map(trim(...), explode(';', $schema))) as $statement) {
            try {
                $this->run($statement, []);
            } catch (PDOException $error) {
                ($error->errorInfo[1] ?? null) === self::DUPLICATE_INDEX || throw $error;
            }
        }
        $table = self::TABLE;
        $sql = "INSERT INTO $table (mode, id, state, answer, created, since) VALUES ('', 'secret', '', :secret, 0, 0)";
        $this->write($sql, ['secret' => bin2hex(random_bytes(32))]);
    }

    /** @param array<string, int|string|null> $values */
    private function run(string $sql, array $values, int $tries = self::TRIES): \PDOStatement
    {
        try {
            $statement = $this->connection()->prepare(strtr($sql, $this->dialect));
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
        $dsn = $this->dsn;
        if (str_starts_with($dsn, 'mysql:')) {
            ini_set('mysqlnd.net_read_timeout', (string) (2 * $this->seconds));
            // PDO quotes values by the character set of the DSN. With GBK, a reference could end its own quotes.
            $dsn = rtrim((string) preg_replace('/(?<=[:;])charset=[^;]*;?/i', '', $dsn), ';') . ';charset=utf8mb4';
        }
        $pdo = new PDO($dsn, $this->user, $this->password, [
            PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
            PDO::ATTR_TIMEOUT => $this->seconds,
        ]);
        $pdo->exec(strtr($this->dialect['{setup}'], $this->dialect));
        $this->pdo = $pdo;
        if ($pdo->getAttribute(PDO::ATTR_DRIVER_NAME) === 'sqlite') {
            $this->createFile($pdo);
        }
        return $pdo;
    }

    private function createFile(PDO $pdo): void
    {
        if ((int) $pdo->query('PRAGMA user_version')->fetchColumn() > 0) {
            return;
        }
        try {
            $pdo->exec('PRAGMA journal_mode = WAL'); // faster, no more
        } catch (PDOException) {
            // Another process creates the file, too.
        }
        $this->migrate();
        $pdo->exec('PRAGMA user_version = 1');
    }
}
