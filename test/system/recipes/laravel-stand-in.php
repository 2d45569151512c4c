<?php
// Replaces the parts of Laravel that the recipe uses: request, response, HTTP client, settings and routes.
declare(strict_types=1);

namespace Illuminate\Http {
    class Request
    {
        public function header(string $name): ?string
        {
            $name = strtoupper(strtr($name, '-', '_'));
            return $_SERVER[$name === 'CONTENT_TYPE' ? $name : "HTTP_$name"] ?? null;
        }

        public function path(): string
        {
            return trim(strtok($_SERVER['REQUEST_URI'], '?'), '/');
        }

        public function getContent(): string
        {
            return (string) file_get_contents('php://input');
        }

        public function getSchemeAndHttpHost(): string
        {
            return "http://{$_SERVER['HTTP_HOST']}";
        }
    }

    class Response
    {
        public function __construct(public string $content, public int $status, public array $headers)
        {
        }
    }
}

namespace Illuminate\Http\Client {
    class ConnectionException extends \Exception
    {
    }
}

namespace Illuminate\Support\Facades {
    use Illuminate\Http\Client\ConnectionException;

    /** The client, over curl as Laravel's own is, with its errors in the same words. */
    class Http
    {
        private array $headers = [];
        private array $options = [];
        private string $body = '';
        private string $answer = '';
        private array $answerHeaders = [];
        private int $status = 0;

        public static function withToken(string $token): self
        {
            $client = new self();
            $client->headers[] = "Authorization: Bearer $token";
            return $client;
        }

        public function withHeaders(array $headers): self
        {
            foreach ($headers as $name => $value) $this->headers[] = "$name: $value";
            return $this;
        }

        public function withOptions(array $options): self
        {
            $this->options = $options;
            return $this;
        }

        public function withBody(string $body, string $type): self
        {
            $this->body = $body;
            $this->headers[] = "Content-Type: $type";
            return $this;
        }

        public function post(string $url): self
        {
            $curl = curl_init($url);
            curl_setopt_array($curl, [
                CURLOPT_POSTFIELDS => $this->body,
                CURLOPT_HTTPHEADER => $this->headers,
                CURLOPT_RETURNTRANSFER => true,
                CURLOPT_FOLLOWLOCATION => $this->options['allow_redirects'] ?? true,
                CURLOPT_CONNECTTIMEOUT => $this->options['connect_timeout'],
                CURLOPT_TIMEOUT => $this->options['timeout'],
                CURLOPT_HEADERFUNCTION => function ($_, string $line): int {
                    [$name, $value] = array_map('trim', explode(':', $line, 2)) + [1 => ''];
                    $this->answerHeaders[strtolower($name)] = $value;
                    return strlen($line);
                },
            ]);
            $answer = curl_exec($curl);
            if ($answer === false) throw new ConnectionException('cURL error ' . curl_errno($curl) . ': ' . curl_error($curl));
            $this->answer = $answer;
            $this->status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
            return $this;
        }

        public function status(): int
        {
            return $this->status;
        }

        public function body(): string
        {
            return $this->answer;
        }

        public function header(string $name): string
        {
            return $this->answerHeaders[strtolower($name)] ?? '';
        }
    }

    /** The first route that fits is taken, as in Laravel. */
    class Route
    {
        private static array $all = [];

        private function __construct(private ?string $method, private string $pattern, public array $action)
        {
            self::$all[] = $this;
        }

        public static function post(string $path, array $action): self
        {
            return new self('POST', preg_quote($path, '~'), $action);
        }

        public static function any(string $path, array $action): self
        {
            return new self(null, $path, $action);
        }

        public function where(string $name, string $pattern): self
        {
            $this->pattern = str_replace('{' . $name . '}', $pattern, $this->pattern);
            return $this;
        }

        public static function actionOf(string $method, string $path): array
        {
            foreach (self::$all as $route) {
                if (in_array($route->method, [null, $method], true) && preg_match("~^$route->pattern$~D", $path)) return $route->action;
            }
            throw new \Exception('No route.');
        }
    }
}

namespace {
    const RECIPE = __DIR__ . '/../../../demo/proxies/forward-only/laravel';

    function env(string $name): ?string
    {
        return getenv($name) === false ? null : getenv($name);
    }

    function config(string $name): ?string
    {
        [$file, $member] = explode('.', $name);
        return (require RECIPE . "/config/$file.php")[$member];
    }

    function response(string $content, int $status, array $headers): Illuminate\Http\Response
    {
        return new Illuminate\Http\Response($content, $status, $headers);
    }

    require RECIPE . '/PaymentsController.php';
    require RECIPE . '/routes/api.php';

    ini_set('display_errors', '0');
    header_remove('X-Powered-By');
    $request = new Illuminate\Http\Request();
    [$controller, $method] = Illuminate\Support\Facades\Route::actionOf($_SERVER['REQUEST_METHOD'], '/' . $request->path());
    $response = (new $controller())->$method($request);
    http_response_code($response->status);
    foreach ($response->headers as $name => $value) header("$name: $value");
    echo $response->content;
}
