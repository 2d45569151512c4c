import type { ErrorText } from './text.js';

/** Refusals by the proxy or the service. */
export const REJECTED = {
  amount_changed: {
    what: 'Your server has a different price for this order. The element shows the new price.',
    cause: [
      'The price has changed since the page was loaded.',
      'The `amount` of the page differs from the order token or from `resolvePayment`.',
      'The page changed `amount` or `currency` while the shopper pressed Pay.',
    ],
    fix: 'Nothing, if the price has really changed: the shopper checks it and pays. Otherwise correct the `amount` of the page.',
  },
  unknown_order: {
    what: '`resolvePayment` returned no order for this `reference`.',
    fix: 'Compare `reference` with your records. Check that `resolvePayment` finds the shopper’s session.',
  },
  origin_not_allowed: {
    what: 'The request came from a page of a different origin than the proxy.',
    fix:
      'Add the origin of the page to `allowedOrigins`. Behind a server that rewrites `Host`, add your own origin, too. See ' +
      '[The proxy](proxy.md#pages-of-another-origin).',
  },
  order_token_invalid: {
    what: 'The proxy requires an order token, and the request has no valid one for this order.',
    cause: [
      '`order-token` is missing.',
      'The token was signed with a different secret.',
      'The token is for a different `reference`.',
    ],
    fix: 'Create the token for this order with `createOrderToken()` and the proxy’s `orderTokenSecret`.',
  },
  order_token_expired: {
    what: 'The order token has expired. The shopper has kept the page open for too long.',
    fix: 'Set a new `order-token` before the old one expires, or create tokens with a longer `expiresIn`.',
  },
  declined: {
    what: 'The card was declined: status 402, or `interpretResponse` returned `not_charged`.',
    fix: 'Nothing: the form empties the card fields, and the shopper uses another card.',
  },
  rate_limited: {
    what: 'There were too many payments: status 429 from the service, or a limit of the proxy.',
    fix:
      'Nothing: the button counts down `error.retryAfter` seconds. If it happens often, check `limits` of the proxy and look for ' +
      'card testing.',
  },
  invalid_request: {
    what: 'The proxy or the service refused the request: status 400, 413, 415 or 422, or 408 from the proxy.',
    cause: [
      'A field has a value that only the server refuses. `error.fieldErrors` names it.',
      'The service expects a different body.',
      'A script or an extension has changed the request.',
      'Status 408: the body did not arrive within 10 seconds, or a body parser has read it before the proxy, after which other ' +
        'middleware waited. See [`body_already_read`](#body_already_read).',
    ],
    fix: 'Read `error.message`. Compare the result of the proxy’s `buildRequest` with what the service expects.',
  },
  not_authorized: {
    what: 'The service refused the API key: status 401 or 403.',
    cause: [
      'The key is wrong or revoked.',
      'The key belongs to a different `baseUrl`.',
      'A firewall refuses the request.',
    ],
    fix: 'Check `apiKey` and `baseUrl` of the proxy. Its log contains `key_refused`.',
  },
  not_found: {
    what: 'Nothing answers at this address: status 404 or 405.',
    cause: ['`proxy-url` is wrong, or the proxy is not mounted there.', 'The proxy’s `baseUrl` is wrong.'],
    fix: 'Open `{proxy-url}/config` in the browser: it must return JSON. Then check `baseUrl`.',
  },
  body_already_read: {
    what: 'The body of the payment did not reach the proxy, because other code had read it before. Nothing was sent.',
    cause: [
      'A body parser, such as `express.json()` or Fastify’s, runs before the proxy.',
      'A middleware called `request.json()` or `request.text()`.',
    ],
    fix:
      'Mount the proxy before every body parser. See [The proxy](proxy.md#mount-the-proxy). Middleware can read ' +
      '`request.clone()`.',
  },
  proxy_error: {
    what: 'The proxy failed, did not answer, or took too long, before anything was sent.',
    cause: [
      'The page cannot reach the proxy: `proxy-url` is wrong, `allowedOrigins` lacks the origin of the page, or `connect-src` ' +
        'of the Content Security Policy lacks the proxy. Or the connection of the shopper is broken.',
      'One of your functions, such as `resolvePayment` or `buildRequest`, failed.',
      'The proxy took so long to answer `/config` that too little time was left.',
      '`resolve()` settled the attempt as failed.',
      '`order-guard.js` could not be loaded.',
    ],
    fix: 'Read the proxy’s log. If a function failed, it contains `proxy_failed`, and `logger` gets the error as its second argument.',
  },
  store_unavailable: {
    what:
      'The proxy could not read or write its store, or is shutting down. It sent nothing for this request. Another ' +
      'process may have sent the attempt before: then the outcome is unknown.',
    fix: 'Read the proxy’s log: it contains `store_failed`. Check the disk or the connection of the store.',
  },
  service_unreachable: {
    what: 'The proxy could not connect to the service.',
    cause: [
      '`baseUrl` is wrong.',
      'A firewall or DNS blocks the connection.',
      'The service’s certificate is not accepted.',
    ],
    fix: 'Check `baseUrl` and the network. The proxy’s log contains `service_failed` with the `cause`.',
  },
} as const satisfies Record<string, ErrorText>;
