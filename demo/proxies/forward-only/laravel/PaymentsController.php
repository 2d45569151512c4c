<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use Illuminate\Http\Client\ConnectionException;
use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Illuminate\Support\Facades\Http;

/** A payment proxy. See docs/contract.md. */
class PaymentsController
{
    private const MAX_BODY_BYTES = 16384;
    private const MEMBERS = ['amount', 'currency', 'reference', 'description', 'customer', 'payment_method', 'metadata'];

    public function pay(Request $request): Response
    {
        $error = $this->settingsError();
        if ($error) return $this->problem(500, 'proxy_error', "payments.$error.");
        if (!$this->isSameOrigin($request)) return $this->problem(403, 'origin_not_allowed', 'Cross-origin request. Expected the origin of this proxy.');
        if (!preg_match('~^application/json\s*(;|$)~i', $request->header('Content-Type') ?? '')) {
            return $this->problem(415, 'invalid_request', 'Expected Content-Type: application/json.');
        }
        if ($request->header('Content-Encoding')) {
            return $this->problem(415, 'invalid_request', 'Expected no Content-Encoding.');
        }
        $key = $request->header('Idempotency-Key') ?? '';
        if (!preg_match('/^[\w-]{22,255}$/D', $key)) {
            return $this->problem(400, 'invalid_request', 'Expected an Idempotency-Key of 22 to 255 letters, digits, - and _.');
        }
        $body = $request->getContent();
        if (strlen($body) > self::MAX_BODY_BYTES) return $this->problem(413, 'invalid_request', 'The body is too long. Expected at most 16 KiB.');
        $payment = json_decode($body, false, 8); // as objects, so that {} does not become []
        if (!is_object($payment)) return $this->problem(400, 'invalid_request', 'The body is not a JSON object.');
        if (array_diff(array_keys((array) $payment), self::MEMBERS)) {
            return $this->problem(422, 'invalid_request', 'The body has unknown members.');
        }
        $reference = $payment->reference ?? '';
        $price = is_string($reference) ? $this->priceOf($reference) : null;
        if (!$price) return $this->problem(404, 'unknown_order', 'Unknown order.');
        if ([$payment->amount ?? null, $payment->currency ?? null] !== array_values($price)) {
            return $this->problem(409, 'amount_changed', 'The amount of this order has changed.', 'not_charged', $price);
        }
        // Sends the checked values. Another parser may read the original text differently.
        foreach ($price as $name => $value) $payment->$name = $value;
        $checked = json_encode($payment, JSON_PRESERVE_ZERO_FRACTION);
        if ($checked === false) return $this->problem(422, 'invalid_request', 'The body has an invalid number.'); // such as 1e999
        return $this->send($checked, $key, $payment->payment_method->card ?? null);
    }

    /** All other paths and methods. */
    public function other(Request $request): Response
    {
        if ($request->path() !== 'pay/v1/payments') return $this->problem(404, 'not_found', 'Expected /pay/v1/payments.');
        return $this->problem(405, 'not_found', 'Expected POST.', headers: ['Allow' => 'POST']);
    }

    /** The first invalid setting in config/payments.php, if any. Then nothing is sent. */
    private function settingsError(): ?string
    {
        [$mode, $key, $address] = array_map(fn ($name) => (string) config("payments.$name"), ['mode', 'api_key', 'base_url']);
        if (!in_array($mode, ['test', 'live'], true)) return 'mode (PAYMENTS_MODE) must be test or live';
        if (!preg_match('/^[\x21-\x7e]+$/D', $key)) return 'api_key (PAYMENTS_API_KEY) must be the API key, without spaces';
        $loopback = '~^http://(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?(/|$)~i';
        $isValid = preg_match('~^https://[^/]~i', $address) || preg_match($mode === 'test' ? '~^http://[^/]~i' : $loopback, $address);
        return $isValid ? null : 'base_url (PAYMENTS_BASE_URL) must be an http or https URL, https in live mode';
    }

    private function send(string $body, string $key, mixed $card): Response
    {
        try {
            $service = Http::withToken(config('payments.api_key')) // no retry(): the card may have been charged
                ->withHeaders(['Idempotency-Key' => $key, 'Accept' => 'application/json'])
                ->withOptions(['allow_redirects' => false, 'connect_timeout' => 5, 'timeout' => 30])
                ->withBody($body, 'application/json')
                ->post(rtrim(config('payments.base_url'), '/') . '/v1/payments');
        } catch (ConnectionException $error) {
            // DNS, connection or certificate error: nothing was sent.
            if (preg_match('/^cURL error (6|7|60):/', $error->getMessage())) {
                return $this->problem(502, 'service_unreachable', 'The payments service cannot be reached.');
            }
            if (preg_match('/^cURL error 28:/', $error->getMessage())) {
                return $this->problem(504, 'timeout', 'The payments service did not respond in time.', 'unknown');
            }
            return $this->problem(502, 'connection_lost', 'The connection to the payments service was lost.', 'unknown');
        } catch (\Throwable) { // such as a truncated response; other exception classes
            return $this->problem(502, 'connection_lost', 'The connection to the payments service was lost.', 'unknown');
        }
        $text = $service->body();
        $status = $service->status();
        $isJson = $text === '' || json_decode($text) !== null || $text === 'null';
        if (!$isJson || ($status >= 300 && $status < 400)) {
            return $this->problem(502, 'unreadable_answer', 'The response of the payments service is not valid.', 'unknown');
        }
        if ($this->containsSecret($text, $card)) $text = '{}'; // the status is enough
        $retryAfter = $service->header('Retry-After');
        return $this->respond($text, $status, 'application/json', $retryAfter === '' ? [] : ['Retry-After' => $retryAfter]);
    }

    private function containsSecret(string $response, mixed $card): bool
    {
        if (str_contains($response, config('payments.api_key'))) return true;
        [$number, $code] = array_map(
            fn ($digits) => is_scalar($digits) ? preg_replace('/\D/', '', (string) $digits) : '',
            [$card->number ?? '', $card->cvc ?? ''],
        );
        // Finds the number with any separators. Finds the security code only after its name: three digits alone are ambiguous.
        return ($number !== '' && str_contains(preg_replace('/\D/', '', $response), $number))
            || ($code !== '' && preg_match("/(cv|csc|cid|security|verification|card_?code)[\w ]{0,30}\W{1,30}$code\b/i", $response));
    }

    // #region price
    /**
     * The price of an order. Replace this with a database query. Anyone who knows the reference may see the price, so use
     * references that no one can guess.
     */
    private function priceOf(string $reference): ?array
    {
        $price = ['amount' => 4999, 'currency' => 'EUR'];
        if (config('payments.mode') === 'test' && str_starts_with($reference, 'check-proxy-')) return $price;
        return ['order-1042-5f2c9e7a1b3d4860' => $price][$reference] ?? null;
    }
    // #endregion price

    private function isSameOrigin(Request $request): bool
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
        return $this->respond((string) $text, $status, 'application/problem+json', $headers);
    }

    private function respond(string $text, int $status, string $type, array $headers = []): Response
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
