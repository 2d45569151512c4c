<?php
// Replaces the parts of Laravel that the controller uses: request, response, HTTP client and settings.
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
}

namespace {
    function config(string $name): string
    {
        return (string) getenv(strtoupper(strtr($name, '.', '_')));
    }

    function response(string $content, int $status, array $headers): Illuminate\Http\Response
    {
        return new Illuminate\Http\Response($content, $status, $headers);
    }

    require __DIR__ . '/../../../demo/proxies/laravel/PaymentsController.php';

    ini_set('display_errors', '0');
    header_remove('X-Powered-By');
    $controller = new App\Http\Controllers\PaymentsController();
    $isPayment = strtok($_SERVER['REQUEST_URI'], '?') === '/pay/v1/payments' && $_SERVER['REQUEST_METHOD'] === 'POST';
    // The route of the README: Laravel leads every other path and method to the second one.
    $request = new Illuminate\Http\Request();
    $response = $isPayment ? $controller->pay($request) : $controller->other($request);
    http_response_code($response->status);
    foreach ($response->headers as $name => $value) header("$name: $value");
    echo $response->content;
}
