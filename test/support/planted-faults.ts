import type { FakeService } from '../../src/check-proxy/fake-service.js';
import { JSON_TYPE } from '../../src/contract/protocol.js';
import { DEFAULTS, type Settings } from '../../src/check-proxy/settings.js';
import { ownProxy, SHOP_ORIGIN, type Handler, type Send } from './checked-proxy.js';
import { TOKEN_FAULTS } from './planted-token-faults.js';
import { API_KEY, newKey } from './node-proxy.js';
import type { StepClock } from './step-clock.js';

/** A faulty proxy, and the check that must find the fault. */
export interface Fault {
  readonly name: string;
  readonly foundBy: string;
  /** The result, where the check has two severities. */
  readonly as?: 'failure' | 'warning';
  /** The clock is that of the checker. */
  readonly plant: (service: FakeService, clock: StepClock) => Handler;
  /** Settings that differ from the usual ones. */
  readonly settings?: Partial<Settings>;
  /** The host name in its address. */
  readonly host?: string;
}

const PAYMENTS = '/pay/v1/payments';

const isPayment = ({ method, url }: Request) => method === 'POST' && new URL(url).pathname === PAYMENTS;
const isAttempt = ({ method, url }: Request) => method === 'GET' && new URL(url).pathname === '/pay/attempts';

/** A fault between the page and the proxy. */
function around(name: string, foundBy: string, wrap: (own: Handler, service: FakeService) => Handler): Fault {
  return { name, foundBy, plant: (service) => wrap(ownProxy(service), service) };
}

/** A fault between the proxy and the service. */
function behind(name: string, foundBy: string, send: Send): Fault {
  return { name, foundBy, plant: (service) => ownProxy(service, send) };
}

/** A fault in responses to payments. */
function answers(name: string, foundBy: string, change: (response: Response) => Response | Promise<Response>): Fault {
  return around(name, foundBy, (own) => async (request) => {
    const response = await own(request);
    return isPayment(request) ? change(response) : response;
  });
}

/** A fault in attempt reports. */
function reports(name: string, foundBy: string, from: string, to: string): Fault {
  return around(name, foundBy, (own) => async (request) => {
    const response = await own(request);
    if (!isAttempt(request) || !response.ok) return response;
    return withBody(response, (await response.text()).replace(`"state":"${from}"`, `"state":"${to}"`));
  });
}

function withBody({ status, headers }: Response, body: string | null, more: Record<string, string> = {}): Response {
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(more)) all.set(name, value);
  return new Response(body, { status, headers: all });
}

const withHeader = (response: Response, name: string, value: string | null): Response => {
  if (value === null) response.headers.delete(name);
  else response.headers.set(name, value);
  return response;
};

/** The same request with other headers. */
export async function changed(
  request: Request,
  headers: Record<string, string | null>,
  body?: string,
): Promise<Request> {
  const all = new Headers(request.headers);
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) all.delete(name);
    else all.set(name, value);
  }
  all.delete('Content-Length');
  const { url, method } = request;
  const content = method === 'GET' || method === 'HEAD' ? null : (body ?? (await request.text()));
  return new Request(url, { method, headers: all, body: content });
}

const resend = async (request: Request, headers: Record<string, string | null>): Promise<Response> =>
  fetch(await changed(request, headers), { redirect: 'manual' });

const codeOf = (error: unknown) => ((error as Error).cause as { code?: string } | undefined)?.code;

interface Known {
  readonly body: string;
  readonly reference: string;
  /** Undefined while the payment is in flight. */
  readonly response?: Response;
}

/** An almost correct memory of payments. */
function withMemory(
  name: string,
  foundBy: string,
  wrong: (known: Known, body: string) => 'send' | 'answer' | Response | undefined,
): Fault {
  return around(name, foundBy, (own) => {
    const known = new Map<string, Known>();
    return async (request) => {
      if (!isPayment(request)) return own(request);
      const body = await request.text();
      const key = request.headers.get('Idempotency-Key') ?? '';
      const before = known.get(key);
      const what = before && wrong(before, body);
      if (what === 'answer' && before?.response) return before.response.clone();
      if (what instanceof Response) return what;
      if (what === 'send') {
        const other = body.replace(before?.reference ?? '?', newKey());
        return own(await changed(request, { 'Idempotency-Key': newKey() }, other));
      }
      const entry = { body, reference: /"reference":"([^"]*)"/.exec(body)?.[1] ?? '?' };
      if (!before) known.set(key, entry);
      const response = await own(await changed(request, {}, body));
      if (!before) known.set(key, { ...entry, response: response.clone() });
      return response;
    };
  });
}

/** Sends an order again under another key after certain statuses. */
function withKeysApart(name: string, foundBy: string, isSentAgain: (status: number) => boolean): Fault {
  return around(name, foundBy, (own) => {
    const seen = new Map<string, string>();
    return async (request) => {
      if (!isPayment(request)) return own(request);
      const body = await request.text();
      const key = request.headers.get('Idempotency-Key') ?? '';
      const [, reference = ''] = /"reference":"([^"]*)"/.exec(body) ?? [];
      const isOther = (seen.get(reference) ?? key) !== key;
      const response = await own(await changed(request, {}, isOther ? body.replace(reference, newKey()) : body));
      if (!isOther && isSentAgain(response.status)) seen.set(reference, key);
      return response;
    };
  });
}

const refusal = (status: number, code = 'conflict') => {
  const problem = { type: 'about:blank', title: 'Refused', status, detail: 'Refused.', code };
  return new Response(JSON.stringify({ ...problem, outcome: 'not_charged' }), {
    status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Payments-Mode': 'test',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
};

const FOREIGN = 'https://check-proxy.invalid';
const isForeign = (request: Request) => isPayment(request) && request.headers.get('Origin') === FOREIGN;

/** Makes a request look like one from the proxy's own page. */
const asOwn = (request: Request) => changed(request, { Origin: null, 'Sec-Fetch-Site': null });

/** A fault in the request body for the service. */
const rewrites = (name: string, foundBy: string, from: string, to: string): Fault =>
  behind(name, foundBy, async (request) => {
    const body = (await request.clone().text()).replace(from, to);
    return fetch(await changed(request, {}, body), { redirect: 'manual' });
  });

/** Sends a payment again after certain responses. */
const sendsAgain = (what: string, isSentAgain: (response: Response) => boolean | Promise<boolean>): Fault =>
  behind(`sends a payment again after ${what}`, 'sent-once', async (request) => {
    const again = request.clone();
    const response = await fetch(request);
    return (await isSentAgain(response)) ? fetch(again) : response;
  });

/** Passes on certain responses of the service. */
function echoes(
  name: string,
  foundBy: string,
  as: 'failure' | 'warning',
  isEchoed: (text: string, type: string, status: number) => boolean,
): Fault {
  return {
    ...{ name, foundBy, as },
    plant(service) {
      let original: Response | undefined;
      const own = ownProxy(service, async (request) => {
        const response = await fetch(request);
        const copy = response.clone();
        const text = await copy.text().catch(() => '');
        const type = response.headers.get('Content-Type') ?? '';
        if (isEchoed(text, type, response.status)) original = withBody(response.clone(), text);
        return response;
      });
      return async (request) => {
        original = undefined;
        const response = await own(request);
        const echo = original as Response | undefined;
        if (!echo) return response;
        const type = echo.headers.get('Content-Type') ?? '';
        return withBody(response, await echo.text(), { 'Content-Type': type });
      };
    },
  };
}

/** A time-out response that the proxy made itself. */
const isOwnTimeOut = ({ status, headers }: Response) =>
  status === 504 && headers.get('Content-Type') === 'application/problem+json';

function neverAnswer(clock: StepClock): Promise<Response> {
  clock.move(DEFAULTS.wait);
  return new Promise(() => undefined);
}

/** Rejects a payment after sending it. */
function sendsAndRefuses(
  what: string,
  foundBy: string,
  isRefused: (request: Request) => boolean,
  fixed: Record<string, string | null>,
): Fault {
  return around(`sends ${what} before rejecting it`, foundBy, (own) => async (request) => {
    if (isPayment(request) && isRefused(request)) {
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': newKey(), ...fixed };
      await own(await changed(request.clone(), headers));
    }
    return own(request);
  });
}

let pageAuthorization: string | null = null;
let pageCookie: string | null = null;

export const FAULTS: readonly Fault[] = [
  ...TOKEN_FAULTS,
  answers('answers payments with an error', 'payment', (response) => other(response, 500)),
  behind('sends to an address where nothing listens', 'payment', () =>
    Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) })),
  ),
  behind('adds /v1 twice', 'payment', (request) =>
    fetch(request.url.replace('/v1/', '/v1/v1/'), {
      method: request.method,
      headers: request.headers,
      body: '{}',
    }),
  ),
  {
    name: 'waits for a body that a body parser has consumed',
    foundBy: 'payment',
    plant(service, clock) {
      const own = ownProxy(service);
      return (request) => (request.method === 'POST' ? neverAnswer(clock) : own(request));
    },
  },
  around(
    'times out on a body that a body parser has consumed',
    'payment',
    (own) => (request) => (request.method === 'POST' ? Promise.resolve(refusal(408)) : own(request)),
  ),
  answers('redirects payments', 'payment', (response) => other(response, 307, { Location: '/login' })),
  ...[
    { status: 200, text: '<!doctype html><title>Shop</title>', type: 'text/html' },
    { status: 405, text: '<!doctype html><title>Not allowed</title>', type: 'text/html' },
    { status: 404, text: 'Not found', type: 'text/plain' },
    { status: 401, text: '', type: 'text/plain' },
  ].map(({ status, text, type }): Fault => ({
    name: `is another server, which answers ${status} with ${type} to everything`,
    foundBy: 'payment',
    plant: () => () => Promise.resolve(new Response(text, { status, headers: { 'Content-Type': type } })),
  })),
  answers('labels JSON as text/html', 'answer-type', (response) =>
    response.ok ? withHeader(response, 'Content-Type', 'text/html') : response,
  ),
  around('recognizes its own pages by Sec-Fetch-Site only', 'own-page', (own) => async (request) => {
    const response = await own(request.clone());
    const isOld = isPayment(request) && !request.headers.has('Sec-Fetch-Site');
    return isOld ? other(response, 403) : response;
  }),
  around('accepts payments by GET', 'method', (own) => async (request) => {
    if (request.method !== 'GET' || new URL(request.url).pathname !== PAYMENTS) return own(request);
    const payment = {
      amount: 4999,
      currency: 'EUR',
      payment_method: { type: 'card', card: { number: '4111111111111111', exp_month: 12, exp_year: 2030, cvc: '999' } },
    };
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': newKey() };
    return own(new Request(request.url, { method: 'POST', headers, body: JSON.stringify(payment) }));
  }),
  around('answers other methods without Allow', 'method', (own) => async (request) => {
    const response = await own(request);
    return response.status === 405 ? withHeader(response, 'Allow', null) : response;
  }),
  around(
    'ignores Content-Encoding',
    'content-encoding',
    (own) => async (request) =>
      own(isPayment(request) ? await changed(request, { 'Content-Encoding': null }) : request),
  ),
  around(
    'ignores Content-Type',
    'content-type',
    (own) => async (request) =>
      own(isPayment(request) ? await changed(request, { 'Content-Type': 'application/json' }) : request),
  ),
  ...[
    { what: 'that begin with 0', bad: '"04242424242424242"', good: '"4242424242424242"' },
    { what: 'with a wrong check digit', bad: '"4242424242424241"', good: '"4242424242424242"' },
    { what: 'with a past expiry date', bad: '"exp_year":2020', good: '"exp_year":2040' },
  ].map(({ what, bad, good }) =>
    around(`accepts cards ${what}`, 'card-rules', (own) => async (request) => {
      if (!isPayment(request)) return own(request);
      return own(await changed(request, {}, (await request.text()).replace(bad, good)));
    }),
  ),
  around('accepts cards of other brands', 'brands', (own) => async (request) => {
    if (!isPayment(request)) return own(request);
    return own(await changed(request, {}, (await request.text()).replace('"5555555555554444"', '"4242424242424242"')));
  }),
  answers('passes on actions of any origin', 'next-action-origin', async (response) => {
    if (!(await response.clone().text()).includes('action_refused')) return response;
    const accepted = withHeader(
      new Response(null, { status: 202, headers: response.headers }),
      'Content-Type',
      JSON_TYPE,
    );
    return withBody(accepted, '{"next_action":{"url":"https://bank.invalid/"}}');
  }),
  answers('takes a refused action for a declined card', 'next-action-origin', async (response) => {
    const text = await response.clone().text();
    if (!text.includes('action_refused')) return response;
    const body = text.replace('action_refused', 'declined').replace('"unknown"', '"not_charged"').replace('502', '402');
    return new Response(body, { status: 402, headers: response.headers });
  }),
  around('reports actions of any origin', 'next-action-origin', (own) => {
    const refused = new Set<string | null>();
    return async (request) => {
      const response = await own(request);
      const text = await response.clone().text();
      const key = request.headers.get('Idempotency-Key');
      if (text.includes('action_refused')) refused.add(key);
      if (!isAttempt(request) || !refused.has(key)) return response;
      return withBody(response, text.replace('{', '{"next_action":{"url":"http://bank.invalid/"},'));
    };
  }),
  around('looks networks up by the whole number', 'networks', (own) => (request) => {
    const { href } = new URL(request.url);
    return own(new Request(href.replace(/(\/networks\/\d{8})\d+$/, '$1'), request));
  }),
  around('creates missing idempotency keys', 'key-required', (own) => async (request) => {
    const isWithout = isPayment(request) && !request.headers.has('Idempotency-Key');
    return own(isWithout ? await changed(request, { 'Idempotency-Key': newKey() }) : request);
  }),
  around('answers 200 to malformed JSON', 'not-json', (own) => async (request) => {
    const response = await own(request.clone());
    const isUnread = isPayment(request) && response.status === 400 && (await request.text()) === '{"amount":';
    return isUnread ? good(response) : response;
  }),
  sendsAndRefuses('payments of foreign pages', 'foreign-page', isForeign, {
    Origin: null,
    'Sec-Fetch-Site': 'same-origin',
  }),
  sendsAndRefuses('text bodies', 'content-type', ({ headers }) => headers.get('Content-Type') === 'text/plain', {}),
  sendsAndRefuses('encoded bodies', 'content-encoding', ({ headers }) => headers.has('Content-Encoding'), {
    'Content-Encoding': null,
  }),
  sendsAndRefuses('payments without a key', 'key-required', ({ headers }) => !headers.has('Idempotency-Key'), {}),
  around('accepts bodies of up to a megabyte', 'body-limit', (own) => async (request) => {
    if (!isPayment(request)) return own(request);
    const body = await request.text();
    return own(await changed(request, {}, body.length > 1024 * 1024 ? body : body.replace(/x{1000,}/, 'x')));
  }),
  around('answers other methods without a problem document', 'problem', (own) => async (request) => {
    const response = await own(request);
    return response.status === 405 ? withBody(response, 'Error', { 'Content-Type': 'text/plain' }) : response;
  }),
  answers('rejects long bodies without a problem document', 'problem', (response) =>
    response.status === 413 ? withBody(response, 'Too long', { 'Content-Type': 'text/plain' }) : response,
  ),
  answers('times out without a problem document', 'problem', (response) =>
    isOwnTimeOut(response) ? withBody(response, 'Too late', { 'Content-Type': 'text/plain' }) : response,
  ),
  around('accepts the price of the page', 'price', (own) => async (request) => {
    if (!isPayment(request)) return own(request);
    return own(await changed(request, {}, (await request.text()).replace('"amount":5000', '"amount":4999')));
  }),
  answers('reports a wrong price', 'price', async (response) =>
    response.status === 409
      ? withBody(response, (await response.text()).replace('"amount":4999', '"amount":1'))
      : response,
  ),
  answers('reports a changed price as an unknown outcome', 'price', async (response) => {
    const text = await response.text();
    const isPrice = text.includes('"amount_changed"');
    return withBody(response, isPrice ? text.replace('"not_charged"', '"unknown"') : text);
  }),
  around('answers unknown paths', 'not-found', (own) => async (request) => {
    const response = await own(request.clone());
    const isRefund = request.method === 'GET' && new URL(request.url).pathname === '/pay/v1/refunds';
    return isRefund ? good(response, '[]') : response;
  }),
  around(
    'accepts payments of foreign pages',
    'foreign-page',
    (own) => async (request) => own(isForeign(request) ? await asOwn(request) : request),
  ),
  around('recognizes foreign pages by Sec-Fetch-Site only', 'foreign-page', (own) => async (request) => {
    const isTaken = isForeign(request) && !request.headers.has('Sec-Fetch-Site');
    return own(isTaken ? await asOwn(request) : request);
  }),
  around('accepts payments of foreign pages, with CORS', 'foreign-page', (own) => async (request) => {
    if (!isForeign(request)) return own(request);
    const response = await own(await asOwn(request));
    return response.ok ? withHeader(response, 'Access-Control-Allow-Origin', FOREIGN) : response;
  }),
  around('allows every origin', 'cors', (own) => async (request) => {
    const response = await own(request);
    const isNamed = response.headers.has('Access-Control-Allow-Origin');
    return isNamed ? response : withHeader(response, 'Access-Control-Allow-Origin', '*');
  }),
  around('allows origins with an allowed prefix', 'cors', (own) => async (request) => {
    const response = await own(request);
    const origin = request.headers.get('Origin') ?? '';
    return origin.startsWith(SHOP_ORIGIN) ? withHeader(response, 'Access-Control-Allow-Origin', origin) : response;
  }),
  around('allows every origin with cookies', 'cors', (own) => async (request) => {
    const response = await own(request);
    const origin = request.headers.get('Origin');
    if (origin === null || response.headers.has('Access-Control-Allow-Origin')) return response;
    response.headers.set('Access-Control-Allow-Credentials', 'true');
    return withHeader(response, 'Access-Control-Allow-Origin', origin);
  }),
  around(
    'exposes no headers to allowed pages',
    'allowed-page',
    (own) => async (request) => withHeader(await own(request), 'Access-Control-Expose-Headers', null),
  ),
  around('does not expose Idempotency-Replayed to allowed pages', 'allowed-page', (own) => async (request) => {
    const response = await own(request);
    const isNamed = response.headers.has('Access-Control-Expose-Headers');
    return isNamed ? withHeader(response, 'Access-Control-Expose-Headers', 'Payments-Mode, Retry-After') : response;
  }),
  around('does not allow the key in preflights of /attempts', 'allowed-page', (own) => async (request) => {
    const response = await own(request);
    const isOfAttempts = new URL(request.url).pathname === '/pay/attempts';
    return isOfAttempts ? withHeader(response, 'Access-Control-Allow-Headers', 'Content-Type') : response;
  }),
  answers('sends errors without CORS headers', 'allowed-page', (response) =>
    response.ok ? response : withHeader(response, 'Access-Control-Allow-Origin', null),
  ),
  withMemory('charges a repeated payment twice', 'replay', ({ body, response }, again) =>
    response?.ok && body === again ? 'send' : undefined,
  ),
  withMemory('replays a response for another payment with the same key', 'mismatch', ({ body, response }, again) =>
    response && body !== again ? 'answer' : undefined,
  ),
  withMemory('rejects another payment with a charged key as not charged', 'mismatch', ({ body, response }, again) =>
    response && body !== again ? refusal(422) : undefined,
  ),
  withMemory('sends a payment again that is in flight', 'in-flight', ({ response }) => (response ? undefined : 'send')),
  withMemory('reports a payment in flight as not charged', 'in-flight', ({ response }) =>
    response ? undefined : refusal(409),
  ),
  withMemory('sends a payment of unknown outcome again', 'replay-in-doubt', ({ body, response }, again) =>
    response?.status === 500 && body === again ? 'send' : undefined,
  ),
  withMemory(
    'reports a repeated payment of unknown outcome as not charged',
    'replay-in-doubt',
    ({ body, response }, again) => (response?.status === 500 && body === again ? refusal(402) : undefined),
  ),
  withKeysApart('sends an order of unknown outcome under another key', 'replay-in-doubt', (status) => status >= 500),
  withKeysApart('charges a paid order under another key', 'same-order', (status) => status < 300),
  around('returns the response of a paid order to another key', 'stranger-payment', (own) => {
    const paid = new Map<string, Response>();
    return async (request) => {
      if (!isPayment(request)) return own(request);
      const [, reference = ''] = /"reference":"([^"]*)"/.exec(await request.clone().text()) ?? [];
      const response = await own(request);
      const first = paid.get(reference);
      if (first && response.ok) return first.clone();
      if (response.ok) paid.set(reference, response.clone());
      return response;
    };
  }),
  around('reports the attempt of another key', 'stranger-attempt', (own) => {
    const first = new Map<string, string>();
    const keys = new Map<string, string>();
    return async (request) => {
      const key = request.headers.get('Idempotency-Key') ?? '';
      if (isAttempt(request)) return own(await changed(request, { 'Idempotency-Key': keys.get(key) ?? key }));
      const [, reference] = /"reference":"([^"]*)"/.exec(await request.clone().text()) ?? [];
      if (isPayment(request) && reference !== undefined) {
        if (!first.has(reference)) first.set(reference, key);
        keys.set(key, first.get(reference) ?? key);
      }
      return own(request);
    };
  }),
  {
    name: 'sends to another service',
    foundBy: 'stand-in',
    plant: (service) => ownProxy(service, () => Promise.resolve(Response.json({ id: 'pay_elsewhere' }))),
  },
  {
    name: 'sends the first payment twice',
    foundBy: 'one-request',
    plant(service) {
      let count = 0;
      return ownProxy(service, async (request) => {
        if (count++ === 0) await fetch(request.clone());
        return fetch(request);
      });
    },
  },
  behind('omits the API key', 'authorization', (request) => resend(request, { Authorization: null })),
  {
    name: 'passes on the Authorization header of the page',
    foundBy: 'page-authorization',
    plant(service) {
      const own = ownProxy(service, (request) =>
        pageAuthorization ? resend(request, { Authorization: pageAuthorization }) : fetch(request),
      );
      return (request) => {
        pageAuthorization = request.headers.get('Authorization');
        return own(request);
      };
    },
  },
  behind('sends JSON as text/plain', 'payment-arrives', (request) => resend(request, { 'Content-Type': 'text/plain' })),
  rewrites('adds a digit to the amount', 'payment-arrives', '"amount":4999', '"amount":49990'),
  rewrites('changes the currency', 'payment-arrives', '"currency":"EUR"', '"currency":"USD"'),
  {
    name: 'sends the raw body instead of what it validated',
    foundBy: 'read-once',
    plant(service) {
      let body = '';
      const own = ownProxy(service, async (request) => fetch(await changed(request, {}, body), { redirect: 'manual' }));
      return async (request) => {
        if (!isPayment(request)) return own(request);
        body = await request.text();
        return own(await changed(request, {}, body.replace(/^\{"amount":\d+,(?="amount")/, '{')));
      };
    },
  },
  behind('drops the Idempotency-Key', 'key-passed-on', (request) => resend(request, { 'Idempotency-Key': null })),
  {
    name: 'passes cookies on',
    foundBy: 'nothing-added',
    plant(service) {
      const own = ownProxy(service, (request) => resend(request, { Cookie: pageCookie }));
      return (request) => {
        pageCookie = request.headers.get('Cookie');
        return own(request);
      };
    },
  },
  around('forwards other operations', 'other-paths', (own, service) => async (request) => {
    const isRefund = new URL(request.url).pathname.endsWith('/refunds');
    if (isRefund) await fetch(`${service.url}/v1/refunds`, { headers: { Authorization: `Bearer ${API_KEY}` } });
    return own(request);
  }),
  reports('does not know paid attempts', 'attempt-paid', 'succeeded', 'unknown'),
  reports('does not know declined attempts', 'attempt-declined', 'failed', 'unknown'),
  reports('reports an unknown outcome as failed', 'attempt-in-doubt', 'unknown', 'failed'),
  around('knows attempts that never arrived', 'attempt-unseen', (own) => async (request) => {
    const response = await own(request);
    return isAttempt(request) && response.status === 404 ? good(response, '{"state":"unknown"}') : response;
  }),
  around('answers unseen attempts like unknown paths', 'attempt-unseen', (own) => async (request) => {
    const response = await own(request);
    if (!isAttempt(request) || response.status !== 404) return response;
    return withBody(response, (await response.text()).replace('attempt_not_found', 'not_found'));
  }),
  around('asks the service about attempts', 'attempt-quiet', (own, service) => async (request) => {
    if (isAttempt(request)) await fetch(`${service.url}/v1/payments/pay_1`);
    return own(request);
  }),
  answers('answers 200 to a declined card', 'status', (response) =>
    response.status === 402 ? good(response) : response,
  ),
  ...[409, 502].map((status) =>
    behind(`reports ${status} of the service as declined`, 'status', async (request) => {
      const response = await fetch(request);
      return response.status === status ? Response.json({}, { status: 402 }) : response;
    }),
  ),
  around('sends CORS headers with its own origin to every page', 'allowed-page', (own) => async (request) => {
    const response = await own(request);
    response.headers.set('Access-Control-Allow-Credentials', 'true');
    return withHeader(response, 'Access-Control-Allow-Origin', 'https://pay.example');
  }),
  answers('drops the body of the service', 'body', (response) => (response.ok ? withBody(response, null) : response)),
  answers('drops Retry-After', 'retry-after', (response) => withHeader(response, 'Retry-After', null)),
  answers('changes Retry-After', 'retry-after', (response) =>
    response.headers.get('Retry-After') === '120' ? withHeader(response, 'Retry-After', '119') : response,
  ),
  sendsAgain('an error', ({ status }) => status === 500),
  sendsAgain('a gateway time-out', ({ status }) => status === 504),
  sendsAgain('a truncated response', (response) =>
    response
      .clone()
      .text()
      .then(
        () => false,
        () => true,
      ),
  ),
  behind('follows redirects', 'redirect', (request) => fetch(request.clone(), { redirect: 'follow' })),
  behind('follows permanent redirects', 'redirect', async (request) => {
    const again = request.clone();
    const response = await fetch(request);
    return response.status === 308 ? fetch(again, { redirect: 'follow' }) : response;
  }),
  behind('reports a broken connection as declined', 'broken', async (request) => {
    try {
      return await fetch(request);
    } catch (error) {
      if (codeOf(error) === 'ECONNREFUSED') throw error;
      return Response.json({}, { status: 402 });
    }
  }),
  behind('reports a truncated response as paid', 'cut-short', async (request) => {
    const response = await fetch(request);
    try {
      return withBody(response, await response.text());
    } catch {
      return Response.json({});
    }
  }),
  behind('reports an unreachable service as declined', 'service-down', async (request) => {
    try {
      return await fetch(request);
    } catch (error) {
      if (codeOf(error) !== 'ECONNREFUSED') throw error;
      return Response.json({}, { status: 402 });
    }
  }),
  {
    ...answers('reports an unreachable service as an unknown outcome', 'service-down', async (response) => {
      const text = await response.text();
      return withBody(
        response,
        text.includes('"service_unreachable"') ? text.replace('"not_charged"', '"unknown"') : text,
      );
    }),
    as: 'warning',
  },
  {
    ...answers('answers 503 for an unreachable service', 'service-down', async (response) => {
      const text = await response.text();
      if (!text.includes('"service_unreachable"')) return withBody(response, text);
      return new Response(text.replace('502', '503'), { status: 503, headers: response.headers });
    }),
    as: 'warning',
  },
  echoes(
    'passes on an API key in an error',
    'key-masked',
    'failure',
    (text, type, status) => text.includes(API_KEY) && type === 'application/json' && status === 400,
  ),
  echoes(
    'passes on an API key in a text',
    'key-masked',
    'failure',
    (text, type) => text.includes(API_KEY) && type === 'text/plain',
  ),
  echoes(
    'passes on an API key in a success',
    'key-masked',
    'failure',
    (text, _type, status) => text.includes(API_KEY) && status === 200,
  ),
  {
    name: 'passes on an API key in a header',
    foundBy: 'key-masked',
    as: 'warning',
    plant(service) {
      let echo: string | null = null;
      const own = ownProxy(service, async (request) => {
        const response = await fetch(request);
        echo = response.headers.get('X-Echo');
        return response;
      });
      return async (request) => {
        echo = null;
        const response = await own(request);
        return withHeader(response, 'X-Echo', echo);
      };
    },
  },
  echoes(
    'passes on a card number',
    'card-masked',
    'warning',
    (text, type) => text.includes('4242424242424242') && type === 'application/json',
  ),
  echoes('passes on a card number in groups', 'card-masked', 'warning', (text) => text.includes('4242 4242 4242 4242')),
  echoes(
    'passes on a card number in a text',
    'card-masked',
    'warning',
    (text, type) => text.includes('4242424242424242') && type === 'text/plain',
  ),
  echoes('passes on a security code', 'card-masked', 'warning', (text) => text.includes('"cvc":"123"')),
  echoes('passes on a security code in JSON inside a text', 'card-masked', 'warning', (text) =>
    text.includes(String.raw`\"cid\":\"123\"`),
  ),
  {
    name: 'waits for a silent service without a time-out',
    foundBy: 'time-out',
    as: 'failure',
    plant(service, clock) {
      const own = ownProxy(service);
      let held = 0;
      return async (request) => {
        const response = await own(request);
        if (!isOwnTimeOut(response)) return response;
        return ++held < 2 ? new Promise(() => undefined) : neverAnswer(clock); // both payments of the check
      };
    },
  },
  {
    ...answers('times out too late', 'time-out', (response) => response),
    as: 'warning',
    settings: { serviceTimeout: 0 },
  },
  {
    name: 'waits for the rest of a response without a time-out',
    foundBy: 'time-out',
    plant(service, clock) {
      const begun = new Set<string | null>();
      const keyOf = ({ headers }: Request) => headers.get('Idempotency-Key');
      const own = ownProxy(service, async (request) => {
        const response = await fetch(request);
        begun.add(keyOf(request));
        return response;
      });
      return async (request) => {
        const key = keyOf(request);
        const response = await own(request);
        return isOwnTimeOut(response) && begun.has(key) ? neverAnswer(clock) : response;
      };
    },
  },
  around('has an unknown mode in /config', 'config', (own) => async (request) => {
    const response = await own(request);
    const isConfig = new URL(request.url).pathname === '/pay/config' && response.ok;
    return isConfig ? withBody(response, (await response.text()).replace('"test"', '"sandbox"')) : response;
  }),
  ...[401, 302].map((status) =>
    around(`answers /config with ${status}`, 'config', (own) => async (request) => {
      const response = await own(request);
      return new URL(request.url).pathname === '/pay/config' ? other(response, status) : response;
    }),
  ),
  {
    ...around('holds a Live key and uses plain HTTP', 'live-over-tls', (own) => async (request) => {
      const response = withHeader(await own(request), 'Payments-Mode', 'live');
      const isConfig = new URL(request.url).pathname === '/pay/config' && response.ok;
      return isConfig ? withBody(response, (await response.text()).replace('"test"', '"live"')) : response;
    }),
    settings: { live: true },
    host: '0.0.0.0', // this machine, by an address that is not a loopback address
  },
  around(
    'sends its mode in /config only',
    'mode-said',
    (own) => async (request) => withHeader(await own(request), 'Payments-Mode', null),
  ),
  around(
    'sends test in /config and live in its header',
    'mode-same',
    (own) => async (request) => withHeader(await own(request), 'Payments-Mode', 'live'),
  ),
  around('spells its mode in capitals', 'mode-same', (own) => async (request) => {
    const response = await own(request);
    return response.status === 405 ? withHeader(response, 'Payments-Mode', 'TEST') : response;
  }),
  around('omits its mode from one response', 'mode-said', (own) => async (request) => {
    const response = await own(request);
    return response.status === 405 ? withHeader(response, 'Payments-Mode', null) : response;
  }),
  around(
    'allows caching',
    'caching',
    (own) => async (request) => withHeader(await own(request), 'Cache-Control', null),
  ),
  answers('sends the API key in a header', 'no-key', (response) =>
    withHeader(response, 'X-Upstream', `Bearer ${API_KEY}`),
  ),
  answers('sends the API key in a body, URL-encoded', 'no-key', async (response) =>
    response.status === 402
      ? withBody(response, JSON.stringify({ ...object(await response.text()), debug: API_KEY.replaceAll('_', '%5F') }))
      : response,
  ),
  answers('repeats the card number', 'no-card', async (response) =>
    response.ok
      ? withBody(response, JSON.stringify({ ...object(await response.text()), card: '4242 4242 4242 4242' }))
      : response,
  ),
  answers('repeats the security code', 'no-card', async (response) =>
    response.ok ? withBody(response, JSON.stringify({ ...object(await response.text()), cvc: '123' })) : response,
  ),
  answers('sends a stack trace', 'no-stack', async (response) => {
    if (response.status !== 405 && response.status !== 400) return response;
    const body = object((await response.text()) || '{}');
    return withBody(response, JSON.stringify({ ...body, stack: 'at pay (/srv/pay.js:1:2)' }));
  }),
];

function good({ headers }: Response, body = '{}'): Response {
  const all = new Headers(headers);
  all.set('Content-Type', 'application/json');
  return new Response(body, { status: 200, headers: all });
}

/** Replaces a success. */
function other(response: Response, status: number, headers: Record<string, string> = {}): Response {
  return response.ok ? withBody(new Response(null, { status, headers: response.headers }), '{}', headers) : response;
}

const object = (text: string) => JSON.parse(text) as object;
