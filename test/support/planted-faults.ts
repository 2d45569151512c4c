import type { FakeService } from '../../src/check-proxy/fake-service.js';
import { JSON_TYPE } from '../../src/contract/protocol.js';
import { DEFAULTS, type Settings } from '../../src/check-proxy/prober.js';
import { ownProxy, type Handler, type Send } from './checked-proxy.js';
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
  wrong: (known: Known, body: string) => 'send' | 'answer' | undefined,
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

const FOREIGN = 'https://check-proxy.invalid';
const isForeign = (request: Request) => isPayment(request) && request.headers.get('Origin') === FOREIGN;

/** Makes a request look like one from the proxy's own page. */
const asOwn = (request: Request) => changed(request, { Origin: null, 'Sec-Fetch-Site': null });

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

let pageCookie: string | null = null;
let pageAuthorization: string | null = null;

export const FAULTS: readonly Fault[] = [
  ...TOKEN_FAULTS,
  behind('sends to an address where nothing listens', 'payment', () =>
    Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) })),
  ),
  answers('labels JSON as text/html', 'answer-type', (response) =>
    response.ok ? withHeader(response, 'Content-Type', 'text/html') : response,
  ),
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
  around(
    'ignores Content-Type',
    'content-type',
    (own) => async (request) =>
      own(isPayment(request) ? await changed(request, { 'Content-Type': 'application/json' }) : request),
  ),
  around(
    'ignores Content-Encoding',
    'content-type',
    (own) => async (request) =>
      own(isPayment(request) ? await changed(request, { 'Content-Encoding': null }) : request),
  ),
  around('accepts cards with a wrong check digit', 'card-rules', (own) => async (request) => {
    if (!isPayment(request)) return own(request);
    return own(await changed(request, {}, (await request.text()).replace('4242424242424241', '4242424242424242')));
  }),
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
  around('accepts bodies of up to a megabyte', 'body-limit', (own) => async (request) => {
    if (!isPayment(request)) return own(request);
    const body = await request.text();
    return own(await changed(request, {}, body.length > 1024 * 1024 ? body : body.replace(/x{1000,}/, 'x')));
  }),
  around('answers other methods without a problem document', 'problem', (own) => async (request) => {
    const response = await own(request);
    return response.status === 405 ? withBody(response, 'Error', { 'Content-Type': 'text/plain' }) : response;
  }),
  around('accepts the price of the page', 'price', (own) => async (request) => {
    if (!isPayment(request)) return own(request);
    return own(await changed(request, {}, (await request.text()).replace('"amount":5000', '"amount":4999')));
  }),
  around('answers unknown paths', 'not-found', (own) => async (request) => {
    const response = await own(request.clone());
    const isRefund = request.method === 'GET' && new URL(request.url).pathname === '/pay/v1/refunds';
    return isRefund ? good(response, '[]') : response;
  }),
  around('looks networks up by the whole number', 'networks', (own) => (request) => {
    const { href } = new URL(request.url);
    return own(new Request(href.replace(/(\/networks\/\d{8})\d+$/, '$1'), request));
  }),
  around('recognizes its own pages by Sec-Fetch-Site only', 'own-page', (own) => async (request) => {
    const isOld = isPayment(request) && !request.headers.has('Sec-Fetch-Site');
    return own(isOld ? await changed(request, { Origin: FOREIGN }) : request);
  }),
  around(
    'accepts payments of foreign pages',
    'foreign-page',
    (own) => async (request) => own(isForeign(request) ? await asOwn(request) : request),
  ),
  around('allows every origin', 'cors', (own) => async (request) => {
    const response = await own(request);
    const isNamed = response.headers.has('Access-Control-Allow-Origin');
    return isNamed ? response : withHeader(response, 'Access-Control-Allow-Origin', '*');
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
  withMemory('sends a payment again that is in flight', 'in-flight', ({ response }) => (response ? undefined : 'send')),
  withMemory('sends a payment of unknown outcome again', 'replay-in-doubt', ({ body, response }, again) =>
    response?.status === 500 && body === again ? 'send' : undefined,
  ),
  withKeysApart('charges a paid order under another key', 'same-order', (status) => status < 300),
  {
    ...around('returns the response of a paid order to another key', 'same-order', (own) => {
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
    as: 'failure',
  },
  {
    name: 'sends to another service',
    foundBy: 'stand-in',
    plant: (service) => ownProxy(service, () => Promise.resolve(Response.json({ id: 'pay_elsewhere' }))),
  },
  behind('omits the API key', 'authorization', (request) => resend(request, { Authorization: null })),
  {
    name: 'passes on the Authorization header of the page',
    foundBy: 'authorization',
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
  around('asks the service about attempts', 'attempt-quiet', (own, service) => async (request) => {
    if (isAttempt(request)) await fetch(`${service.url}/v1/payments/pay_1`);
    return own(request);
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
  answers('answers 200 to a declined card', 'status', (response) =>
    response.status === 402 ? good(response) : response,
  ),
  answers('drops the body of the service', 'body', (response) => (response.ok ? withBody(response, null) : response)),
  answers('drops Retry-After', 'retry-after', (response) => withHeader(response, 'Retry-After', null)),
  sendsAgain('an error', ({ status }) => status === 500),
  {
    name: 'sends the first payment twice',
    foundBy: 'sent-once',
    as: 'failure',
    plant(service) {
      let count = 0;
      return ownProxy(service, async (request) => {
        if (count++ === 0) await fetch(request.clone());
        return fetch(request);
      });
    },
  },
  behind('follows redirects', 'redirect', (request) => fetch(request.clone(), { redirect: 'follow' })),
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
  echoes(
    'passes on an API key in an error',
    'key-masked',
    'failure',
    (text, type, status) => text.includes(API_KEY) && type === 'application/json' && status === 400,
  ),
  echoes(
    'passes on a card number',
    'card-masked',
    'warning',
    (text, type) => text.includes('4242424242424242') && type === 'application/json',
  ),
  {
    name: 'waits for a silent service without a time-out',
    foundBy: 'time-out',
    as: 'failure',
    plant(service, clock) {
      const own = ownProxy(service);
      return async (request) => {
        const response = await own(request);
        return isOwnTimeOut(response) ? neverAnswer(clock) : response;
      };
    },
  },
  around('has an unknown mode in /config', 'config', (own) => async (request) => {
    const response = await own(request);
    const isConfig = new URL(request.url).pathname === '/pay/config' && response.ok;
    return isConfig ? withBody(response, (await response.text()).replace('"test"', '"sandbox"')) : response;
  }),
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
    'allows caching',
    'caching',
    (own) => async (request) => withHeader(await own(request), 'Cache-Control', null),
  ),
  answers('sends the API key in a header', 'no-key', (response) =>
    withHeader(response, 'X-Upstream', `Bearer ${API_KEY}`),
  ),
  answers('repeats the card number', 'no-card', async (response) =>
    response.ok
      ? withBody(response, JSON.stringify({ ...object(await response.text()), card: '4242 4242 4242 4242' }))
      : response,
  ),
  around('shows the card in attempt reports', 'no-card', (own) => async (request) => {
    const response = await own(request);
    if (!isAttempt(request) || !response.ok) return response;
    const text = await response.text();
    return withBody(response, text.replace('"payment":{', '"payment":{"card":"4242424242424242",'));
  }),
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

const object = (text: string) => JSON.parse(text) as object;
