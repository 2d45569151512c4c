import type { ErrorText } from './text.js';

const RESOLVE =
  'look for the payment at the service, then call [`resolve()`](operations.md#settle-a-payment-in-doubt).';
const WAIT = `Wait: the element asks the proxy for the outcome. If it stays unknown, ${RESOLVE}`;
const SETTLE = `If it stays unknown, ${RESOLVE}`;

/** Errors after which the card may have been charged. */
export const UNKNOWN = {
  connection_lost: {
    what: 'The request was sent, but no complete response arrived. Or an earlier payment of this order is not settled.',
    cause: ['The connection of the shopper broke.', 'The connection between the proxy and the service broke.'],
    fix: WAIT,
  },
  timeout: {
    what: 'The request was sent, but no response arrived in time. Or the response has status 408.',
    cause: 'The service is slow, or a server in between has a shorter time limit.',
    fix: WAIT,
  },
  unreadable_answer: {
    what: 'The response cannot be understood.',
    cause: [
      'It is an HTML page or truncated JSON, although its status says success.',
      'The service answered with a redirect.',
      '`interpretResponse` failed.',
    ],
    fix: `Look at \`error.cause\`. Check the servers between the shopper and the proxy, such as a CDN or a login page. ${SETTLE}`,
  },
  unexpected_answer: {
    what: 'The status of the response says nothing about the payment, or `interpretResponse` returned `unknown`.',
    fix: `Look at \`error.status\`. ${SETTLE}`,
  },
  conflict: {
    what: 'Status 409: there is another attempt for this order.',
    cause: [
      'The other attempt is in progress, for example in another tab.',
      'The outcome of the other attempt is unknown.',
      'The other attempt paid the order at a different price.',
    ],
    fix: `Wait until the other attempt is settled. If it stays unknown, ${RESOLVE}`,
  },
  attempt_in_flight: {
    what: 'The proxy is still working on this attempt. The same request arrived again, and the proxy did not send it to the service a second time.',
    cause: 'The browser or the element repeated the request after the connection broke.',
    fix: WAIT,
  },
  attempt_unknown: {
    what: 'The proxy sent this attempt and does not know its outcome.',
    cause: [
      'The proxy was restarted before the response arrived.',
      'The first request ended with another error of this group.',
    ],
    fix: WAIT,
  },
  idempotency_key_reused: {
    what:
      'The idempotency key of this request was already used for a different payment. If that payment certainly failed, nothing ' +
      'was charged.',
    fix: `Send the same body with the same key. The element does so by itself. ${SETTLE}`,
  },
  action_refused: {
    what: 'The service asks for a [confirmation by the bank](next-action.md), and the shopper was not sent there.',
    cause: [
      'The origin of the page is not in `actionOrigins` of the proxy, or not in `action-origins` of the element.',
      'The URL is not https, or an action is too long.',
      'The payment has no `reference`, so the element could not find it again afterwards.',
    ],
    fix: `Add the origin, or correct \`interpretResponse\`. Then ${RESOLVE}`,
  },
  service_error: {
    what: 'The service, or a gateway before it, answered with a status of 500 or more.',
    fix: `Look at \`error.status\`. ${SETTLE}`,
  },
} as const satisfies Record<string, ErrorText>;
