import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';

const pack = createRequire(import.meta.url)('payment-widget/integrity.json');

// The policy permits this one inline script, by its hash.
const importMap = JSON.stringify(pack.importmap);
const importMapHash = createHash('sha256').update(importMap).digest('base64');
const hashOf = (name) => pack.files.find(({ file }) => file === name).integrity;

export const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    pack.content_security_policy.replace("script-src 'self'", `script-src 'self' 'sha256-${importMapHash}'`),
    "style-src 'self'", // payment-widget.css and your own styles; the element itself needs none
    "img-src 'self'", // your own images
    "form-action 'none'", // the element sends no form
    "frame-ancestors 'none'", // or the origins that may embed the page
  ].join('; '),
  'Strict-Transport-Security': 'max-age=63072000',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), usb=()',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** `order` comes from your database, `token` from `createOrderToken()`. Escape texts of your own. */
export const renderPage = ({ reference, amount, currency }, token) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Checkout</title>
    <script type="importmap">${importMap}</script>
    <link rel="stylesheet" href="/payment-widget/payment-widget.css" integrity="${hashOf('payment-widget.css')}" />
    <script type="module" src="/payment-widget/payment-widget.js" integrity="${hashOf('payment-widget.js')}"></script>
  </head>
  <body>
    <payment-widget
      proxy-url="/pay"
      amount="${amount}"
      currency="${currency}"
      reference="${reference}"
      order-token="${token}"
    >
      <p>The payment form could not be loaded. Please call us.</p>
    </payment-widget>
  </body>
</html>`;
