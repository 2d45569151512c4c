<?php

declare(strict_types=1);

namespace PaymentWidget\Proxy;

/** Isolated mode: the page with the form, in a frame of this origin, and its files. */
final class Frame
{
    private const COLOR_SCHEME = '/^(?:normal|(?:only )?(?:light|dark|light dark|dark light)'
        . '|(?:light|dark|light dark|dark light) only)$/D';

    /** @var array{version: string, names: list<string>} */
    private readonly array $release;

    /** @throws Problem 500 if the files of the widget cannot be read */
    public function __construct(private readonly Options $options, Log $log)
    {
        $integrity = @file_get_contents("$options->frameFiles/integrity.json");
        if ($integrity === false) {
            $log->write('frame_failed');
            throw new Problem(500, 'proxy_error', 'The files of the form cannot be read. See the log of the proxy.');
        }
        // It changes with any file, so that a page never mixes files of two releases.
        $version = substr(hash('sha256', $integrity), 0, 16);
        $this->release = ['version' => $version, 'names' => array_column(json_decode($integrity, true)['files'], 'file')];
    }

    public function page(Request $request): Response
    {
        $destination = $request->header('Sec-Fetch-Dest');
        if (!in_array($destination, [null, 'iframe', 'frame'], true)) {
            throw new Problem(400, 'invalid_request', 'Expected to be loaded into a frame.');
        }
        parse_str($request->query, $query);
        $scheme = is_string($query['color-scheme'] ?? null) ? $query['color-scheme'] : '';
        $scheme = preg_match(self::COLOR_SCHEME, $scheme) === 1 ? $scheme : 'normal'; // else a dark page would flash
        ['version' => $version, 'names' => $names] = $this->release;
        $cardForm = current(preg_grep('/^card-form-/', $names) ?: ['']);
        $exponents = $this->options->currencyExponents;
        $ancestors = implode(' ', $this->options->frameAncestors);
        $data = ' data-ancestors="' . htmlspecialchars($ancestors) . '"' . ($exponents === [] ? ''
            : ' data-currency-exponents="' . htmlspecialchars(Json::encode($exponents)) . '"');
        $html = <<<HTML
            <!doctype html>
            <html lang="en"$data>
              <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="$scheme">
                <title>Payment</title>
                <script type="module" src="frame/$version/frame.js"></script>
                <link rel="modulepreload" href="frame/$version/payment-widget.js">
                <link rel="modulepreload" href="frame/$version/$cardForm" fetchpriority="low">
              </head>
              <body></body>
            </html>

            HTML;
        return new Response(200, [
            'Content-Type' => 'text/html; charset=utf-8',
            'Content-Security-Policy' => "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; "
                . "form-action 'none'; require-trusted-types-for 'script'; trusted-types payment-widget; "
                . "frame-ancestors $ancestors",
            'Origin-Agent-Cluster' => '?1',
            // A page with Cross-Origin-Embedder-Policy loads only frames that have both.
            'Cross-Origin-Embedder-Policy' => 'require-corp',
            'Cross-Origin-Resource-Policy' => 'cross-origin',
        ], $html);
    }

    public function file(string $version, string $name): Response
    {
        $isListed = in_array($name, $this->release['names'], true);
        $content = $isListed ? @file_get_contents("{$this->options->frameFiles}/browser/$name") : false;
        if ($content === false) {
            throw new Problem(404, 'not_found', 'There is no such file.');
        }
        return new Response(200, [
            'Content-Type' => 'text/javascript; charset=utf-8',
            'Cache-Control' => $version === $this->release['version'] ? 'public, max-age=31536000, immutable' : 'no-cache',
        ], $content);
    }
}
