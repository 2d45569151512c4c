import type { RequestListener } from 'node:http';

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

/**
 * The page at the root of the service, for people who open the address that `npm start` prints.
 * @param shopUrl - returns the shop's URL once it is known
 */
export function createServicePage(shopUrl?: () => string): RequestListener {
  return (_request, response) => {
    const shop = shopUrl?.();
    const links = [
      ['/console/', 'Developer console', 'keys, webhooks and recent requests'],
      ...(shop ? [[`${shop}/`, 'Shop', 'pays with this service']] : []),
    ].map(([address, name, text]) => `<li><a href="${address}">${name}</a>: ${text}</li>`);
    response.writeHead(200, HEADERS).end(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Payments service (sandbox)</title>
<main>
<h1>Payments service (sandbox)</h1>
<p>This is the sandbox of the payments service. It moves no money. Proxies send payments to <code>POST /v1/payments</code> with an API key.</p>
<ul>
${links.join('\n')}
</ul>
</main>
</html>
`);
  };
}
