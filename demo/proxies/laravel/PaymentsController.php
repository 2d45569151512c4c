<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use Illuminate\Http\Client\ConnectionException;
use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Illuminate\Support\Facades\Http;

/** A payment proxy, see CONTRACT.md. */
class PaymentsController
{
    private const LONGEST_BODY = 16384;
    private const MEMBERS = ['amount', 'currency', 'reference', 'description', 'customer', 'payment_method', 'metadata'];

    public function pay(Request $request): Response
    {
        $wrong = $this->wrongSetting();
        if ($wrong) return $this->problem(500, 'proxy_error', "payments.$wrong.");
        if (!$this->isOwnPage($request)) return $this->problem(403, 'origin_not_allowed', 'Not from this origin.');
        if (!preg_match('~^application/json\s*(;|$)~i', $request->header('Content-Type') ?? '')) {
            return $this->problem(415, 'invalid_request', 'Expected Content-Type: application/json.');
        }
        if ($request->header('Content-Encoding')) {
            return $this->problem(415, 'invalid_request', 'Expected no Content-Encoding: nothing is unpacked here.');
        }
        $key = $request->header('Idempotency-Key') ?? '';
        if (!preg_match('/^[\w-]{22,255}$/D', $key)) {
            return $this->problem(400, 'invalid_request', 'Expected an Idempotency-Key.');
        }
        $body = $request->getContent();
        if (strlen($body) > self::LONGEST_BODY) return $this->problem(413, 'invalid_request', 'The body is too long.');
        $payment = json_decode($body, false, 8); // objects, so that an empty one stays one
        if (!is_object($payment)) return $this->problem(400, 'invalid_request', 'The body is not JSON.');
        if (array_diff(array_keys((array) $payment), self::MEMBERS)) {
            return $this->problem(422, 'invalid_request', 'The body has members of no payment.');
        }
        $reference = $payment->reference ?? '';
        $price = is_string($reference) ? $this->priceOf($reference) : null;
        if (!$price) return $this->problem(404, 'unknown_order', 'There is no such order.');
        if ([$payment->amount ?? null, $payment->currency ?? null] !== array_values($price)) {
            return $this->problem(409, 'amount_changed', 'The amount of this order has changed.', 'not_charged', $price);
        }
        // What was looked at is sent, and not the text that it was read from: two readers may read that in two ways.
        foreach ($price as $name => $value) $payment->$name = $value;
        $checked = json_encode($payment, JSON_PRESERVE_ZERO_FRACTION);
        if ($checked === false) return $this->problem(422, 'invalid_request', 'The body is no payment.'); // 1e999, say
        return $this->send($checked, $key, $payment->payment_method->card ?? null);
    }

    /** Every other path and method. */
    public function other(Request $request): Response
    {
        if ($request->path() !== 'pay/v1/payments') return $this->problem(404, 'not_found', 'Expected /pay/v1/payments.');
        return $this->problem(405, 'not_found', 'Expected POST.', headers: ['Allow' => 'POST']);
    }

    /** What is missing or wrong in config/payments.php: then nothing is sent, and the page is told so. */
    private function wrongSetting(): ?string
    {
        [$mode, $key, $address] = array_map(fn ($name) => (string) config("payments.$name"), ['mode', 'api_key', 'base_url']);
        if (!in_array($mode, ['test', 'live'], true)) return 'mode (PAYMENTS_MODE) has to be test or live';
        if (!preg_match('/^[\x21-\x7e]+$/D', $key)) return 'api_key (PAYMENTS_API_KEY) has to be the API key, without spaces';
        $here = '~^http://(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?(/|$)~i';
        $isRight = preg_match('~^https://[^/]~i', $address) || preg_match($mode === 'test' ? '~^http://[^/]~i' : $here, $address);
        return $isRight ? null : 'base_url (PAYMENTS_BASE_URL) has to be an http(s) address, with a Live key https';
    }

    private function send(string $body, string $key, mixed $card): Response
    {
        try {
            $service = Http::withToken(config('payments.api_key')) // no retry(): it may have been charged
                ->withHeaders(['Idempotency-Key' => $key, 'Accept' => 'application/json'])
                ->withOptions(['allow_redirects' => false, 'connect_timeout' => 5, 'timeout' => 30])
                ->withBody($body, 'application/json')
                ->post(rtrim(config('payments.base_url'), '/') . '/v1/payments');
        } catch (ConnectionException $error) {
            // 6, 7, 60: no address, no connection, no trust. Nothing has left.
            if (preg_match('/^cURL error (6|7|60):/', $error->getMessage())) {
                return $this->problem(502, 'service_unreachable', 'The payments service cannot be reached.');
            }
            if (preg_match('/^cURL error 28:/', $error->getMessage())) {
                return $this->problem(504, 'timeout', 'The payments service is silent.', 'unknown');
            }
            return $this->problem(502, 'connection_lost', 'The connection to the service broke.', 'unknown');
        } catch (\Throwable) { // a cut answer, say; not all of them are exceptions of one class
            return $this->problem(502, 'connection_lost', 'The connection to the service broke.', 'unknown');
        }
        $text = $service->body();
        $status = $service->status();
        $isJson = $text === '' || json_decode($text) !== null || $text === 'null';
        if (!$isJson || ($status >= 300 && $status < 400)) {
            return $this->problem(502, 'unreadable_answer', 'The service gave no answer that can be read.', 'unknown');
        }
        if ($this->repeatsSecret($text, $card)) $text = '{}'; // told by its status alone
        $again = $service->header('Retry-After');
        return $this->answer($text, $status, 'application/json', $again === '' ? [] : ['Retry-After' => $again]);
    }

    private function repeatsSecret(string $answer, mixed $card): bool
    {
        if (str_contains($answer, config('payments.api_key'))) return true;
        [$number, $code] = array_map(
            fn ($digits) => is_scalar($digits) ? preg_replace('/\D/', '', (string) $digits) : '',
            [$card->number ?? '', $card->cvc ?? ''],
        );
        // A number, whatever stands between its digits; a security code by its name: elsewhere three digits are something else.
        return ($number !== '' && str_contains(preg_replace('/\D/', '', $answer), $number))
            || ($code !== '' && preg_match("/(cv|csc|cid|security|verification|card_?code)[\w ]{0,30}\W{1,30}$code\b/i", $answer));
    }

    /** What an order costs. Yours are in a database. */
    private function priceOf(string $reference): ?array
    {
        $price = ['amount' => 4999, 'currency' => 'EUR'];
        if (config('payments.mode') === 'test' && str_starts_with($reference, 'check-proxy-')) return $price;
        return ['order-1042' => $price][$reference] ?? null;
    }

    private function isOwnPage(Request $request): bool
    {
        $site = $request->header('Sec-Fetch-Site');
        if ($site !== null) return $site === 'same-origin' || $site === 'none';
        return in_array($request->header('Origin'), [null, $request->getSchemeAndHttpHost()], true);
    }

    private function problem(
        int $status,
        string $code,
        string $detail,
        string $outcome = 'not_charged',
        array $more = [],
        array $headers = [],
    ): Response {
        $document = ['type' => 'about:blank', 'title' => 'Payment refused', 'status' => $status, 'detail' => $detail];
        $text = json_encode($document + ['code' => $code, 'outcome' => $outcome] + $more);
        return $this->answer((string) $text, $status, 'application/problem+json', $headers);
    }

    private function answer(string $text, int $status, string $type, array $headers = []): Response
    {
        $mode = config('payments.mode');
        if (in_array($mode, ['test', 'live'], true)) $headers['Payments-Mode'] = $mode;
        return response($text, $status, $headers + [
            'Content-Type' => $type,
            'Cache-Control' => 'no-store',
            'X-Content-Type-Options' => 'nosniff',
        ]);
    }
}
