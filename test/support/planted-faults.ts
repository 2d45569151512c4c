import { generateKeyPairSync } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Settings } from '../../src/check-proxy/prober.js';
import type { ServiceStandIn } from '../../src/check-proxy/stand-in.js';
import { ownProxy, SHOP_ORIGIN, type Handler, type Send } from './checked-proxy.js';
import { API_KEY, newKey } from './node-proxy.js';

/** A proxy of ours with one thing wrong, and the check that is there for it. */
export interface Fault {
  readonly name: string;
  readonly foundBy: string;
  /** What it comes to, where the check knows two degrees. */
  readonly as?: 'failure' | 'warning';
  readonly plant: (service: ServiceStandIn) => Handler;
  /** What is checked otherwise than usual. */
  readonly settings?: Partial<Settings>;
  /** The name that it is called by. */
  readonly host?: string;
}

const PAYMENTS = '/pay/v1/payments';

/** With what the proxies wait by themselves more than is fair, and less than nobody waits for; in ms. */
const LATE = 6000;

const isPayment = ({ method, url }: Request) => method === 'POST' && new URL(url).pathname === PAYMENTS;
const isAttempt = ({ url }: Request) => new URL(url).pathname.startsWith('/pay/attempts/');

/** Between the page and the proxy. */
function around(name: string, foundBy: string, wrap: (own: Handler, service: ServiceStandIn) => Handler): Fault {
  return { name, foundBy, plant: (service) => wrap(ownProxy(service), service) };
}

/** Between the proxy and the service. */
function behind(name: string, foundBy: string, send: Send): Fault {
  return { name, foundBy, plant: (service) => ownProxy(service, send) };
}

/** What becomes of the answers of payments. */
function answers(name: string, foundBy: string, change: (response: Response) => Response | Promise<Response>): Fault {
  return around(name, foundBy, (own) => async (request) => {
    const response = await own(request);
    return isPayment(request) ? change(response) : response;
  });
}

/** What becomes of a report on an attempt. */
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
async function changed(request: Request, headers: Record<string, string | null>, body?: string): Promise<Request> {
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
  /** What it was answered with; nothing while it is on its way. */
  readonly response?: Response;
}

/** Remembers what was paid, as proxies do that get it almost right. */
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

/** Sends the order of a reference again where it comes under another key, after what was answered with such a status. */
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

const refusal = (status: number) => {
  const problem = { type: 'about:blank', title: 'Refused', status, detail: 'Refused.', code: 'conflict' };
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

/** As if it came from a page of the proxy's own. */
const asOwn = (request: Request) => changed(request, { Origin: null, 'Sec-Fetch-Site': null });

/** Between the proxy and the service, where another body is sent. */
const rewrites = (name: string, foundBy: string, from: string, to: string): Fault =>
  behind(name, foundBy, async (request) => {
    const body = (await request.clone().text()).replace(from, to);
    return fetch(await changed(request, {}, body), { redirect: 'manual' });
  });

/** Sends again where the first answer is of this kind. */
const sendsAgain = (what: string, isSentAgain: (response: Response) => boolean | Promise<boolean>): Fault =>
  behind(`sends a payment again after ${what}`, 'sent-once', async (request) => {
    const again = request.clone();
    const response = await fetch(request);
    return (await isSentAgain(response)) ? fetch(again) : response;
  });

/** Passes on what the service has said, where it is of this kind. */
function echoes(
  name: string,
  foundBy: string,
  as: 'failure' | 'warning',
  isEchoed: (text: string, type: string, status: number) => boolean,
): Fault {
  return {
    ...{ name, foundBy, as },
    plant(service) {
      let said: Response | undefined;
      const own = ownProxy(service, async (request) => {
        const response = await fetch(request);
        const copy = response.clone();
        const text = await copy.text().catch(() => '');
        const type = response.headers.get('Content-Type') ?? '';
        if (isEchoed(text, type, response.status)) said = withBody(response.clone(), text);
        return response;
      });
      return async (request) => {
        said = undefined;
        const response = await own(request);
        const echo = said as Response | undefined;
        if (!echo) return response;
        const type = echo.headers.get('Content-Type') ?? '';
        return withBody(response, await echo.text(), { 'Content-Type': type });
      };
    },
  };
}

/** Not one that the service has said. */
const isOwnTimeOut = ({ status, headers }: Response) =>
  status === 504 && headers.get('Content-Type') === 'application/problem+json';

/** Takes every card, and says that it wants them encrypted. */
function takesPlainCards(service: ServiceStandIn): Handler {
  const own = ownProxy(service);
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const encryption_key = { ...publicKey.export({ format: 'jwk' }), alg: 'ECDH-ES', kid: 'one', use: 'enc' };
  const card = { number: '4111111111111111', exp_month: 12, exp_year: 2030, cvc: '999' };
  return async (request) => {
    if (new URL(request.url).pathname === '/pay/config') {
      const response = await own(request);
      const config = (await response.json()) as object;
      return withBody(response, JSON.stringify({ ...config, encryption_key }));
    }
    if (!isPayment(request)) return own(request);
    const body = await request.text();
    const plain = body.replace(/"encrypted_card":"[^"]*"/, `"card":${JSON.stringify(card)}`);
    return own(await changed(request, {}, plain));
  };
}

/** Refuses a payment as it should, but has sent it. */
function sendsAndRefuses(
  what: string,
  foundBy: string,
  isRefused: (request: Request) => boolean,
  mended: Record<string, string | null>,
): Fault {
  return around(`sends ${what}, and then refuses it`, foundBy, (own) => async (request) => {
    if (isPayment(request) && isRefused(request)) {
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': newKey(), ...mended };
      await own(await changed(request.clone(), headers));
    }
    return own(request);
  });
}

let pageAuthorization: string | null = null;
let pageCookie: string | null = null;

export const FAULTS: readonly Fault[] = [
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
    ...around(
      'waits for a body that something in front has read',
      'payment',
      (own) => (request) => (request.method === 'POST' ? new Promise(() => undefined) : own(request)),
    ),
    settings: { wait: 1000 },
  },
  around(
    'gives a body up that something in front has read',
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
    name: `is none, but a server that answers ${status} to everything`,
    foundBy: 'payment',
    plant: () => () => Promise.resolve(new Response(text, { status, headers: { 'Content-Type': type } })),
  })),
  answers('says that its JSON is a page', 'answer-type', (response) =>
    response.ok ? withHeader(response, 'Content-Type', 'text/html') : response,
  ),
  around('knows its own pages by Sec-Fetch-Site alone', 'own-page', (own) => async (request) => {
    const response = await own(request.clone());
    const isOld = isPayment(request) && !request.headers.has('Sec-Fetch-Site');
    return isOld ? other(response, 403) : response;
  }),
  around('lets GET pay', 'method', (own) => async (request) => {
    if (request.method !== 'GET' || new URL(request.url).pathname !== PAYMENTS) return own(request);
    const payment = {
      amount: 4999,
      currency: 'EUR',
      payment_method: { type: 'card', card: { number: '4111111111111111', exp_month: 12, exp_year: 2030, cvc: '999' } },
    };
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': newKey() };
    return own(new Request(request.url, { method: 'POST', headers, body: JSON.stringify(payment) }));
  }),
  around('answers another method without Allow', 'method', (own) => async (request) => {
    const response = await own(request);
    return response.status === 405 ? withHeader(response, 'Allow', null) : response;
  }),
  around(
    'takes a body for what it is not, by its Content-Encoding',
    'content-encoding',
    (own) => async (request) =>
      own(isPayment(request) ? await changed(request, { 'Content-Encoding': null }) : request),
  ),
  around(
    'takes JSON by any name',
    'content-type',
    (own) => async (request) =>
      own(isPayment(request) ? await changed(request, { 'Content-Type': 'application/json' }) : request),
  ),
  around('makes up a key where there is none', 'key-required', (own) => async (request) => {
    const isWithout = isPayment(request) && !request.headers.has('Idempotency-Key');
    return own(isWithout ? await changed(request, { 'Idempotency-Key': newKey() }) : request);
  }),
  around('answers 200 to what it cannot read', 'not-json', (own) => async (request) => {
    const response = await own(request.clone());
    const isUnread = isPayment(request) && response.status === 400 && (await request.text()) === '{"amount":';
    return isUnread ? good(response) : response;
  }),
  sendsAndRefuses('what a page of another site pays', 'foreign-page', isForeign, {
    Origin: null,
    'Sec-Fetch-Site': 'same-origin',
  }),
  sendsAndRefuses(
    'what comes as text',
    'content-type',
    ({ headers }) => headers.get('Content-Type') === 'text/plain',
    {},
  ),
  sendsAndRefuses('what is encoded', 'content-encoding', ({ headers }) => headers.has('Content-Encoding'), {
    'Content-Encoding': null,
  }),
  sendsAndRefuses('what has no key', 'key-required', ({ headers }) => !headers.has('Idempotency-Key'), {}),
  {
    name: 'sends a plain card where it has an encryption key, and then refuses it',
    foundBy: 'plain-card',
    plant(service) {
      const own = takesPlainCards(service);
      return async (request) => {
        const isPlain = isPayment(request) && /"card":/.test(await request.clone().text());
        const response = await own(request);
        return isPlain ? other(response, 422) : response;
      };
    },
  },
  around('reads bodies of up to a megabyte, as servers do by themselves', 'body-limit', (own) => async (request) => {
    if (!isPayment(request)) return own(request);
    const body = await request.text();
    return own(await changed(request, {}, body.length > 1024 * 1024 ? body : body.replace(/x{1000,}/, 'x')));
  }),
  { name: 'takes plain cards where it has an encryption key', foundBy: 'plain-card', plant: takesPlainCards },
  around('answers another method in words of its own', 'problem', (own) => async (request) => {
    const response = await own(request);
    return response.status === 405 ? withBody(response, 'Error', { 'Content-Type': 'text/plain' }) : response;
  }),
  answers('says that a body is too long in words of its own', 'problem', (response) =>
    response.status === 413 ? withBody(response, 'Too long', { 'Content-Type': 'text/plain' }) : response,
  ),
  answers('gives the service up in words of its own', 'problem', (response) =>
    isOwnTimeOut(response) ? withBody(response, 'Too late', { 'Content-Type': 'text/plain' }) : response,
  ),
  around('lets the page decide what is paid', 'price', (own) => async (request) => {
    if (!isPayment(request)) return own(request);
    return own(await changed(request, {}, (await request.text()).replace('"amount":5000', '"amount":4999')));
  }),
  answers('tells a price that is none of the records', 'price', async (response) =>
    response.status === 409
      ? withBody(response, (await response.text()).replace('"amount":4999', '"amount":1'))
      : response,
  ),
  answers('calls another price in doubt', 'price', async (response) => {
    const text = await response.text();
    const isPrice = text.includes('"amount_changed"');
    return withBody(response, isPrice ? text.replace('"not_charged"', '"unknown"') : text);
  }),
  around('answers what it does not have', 'not-found', (own) => async (request) => {
    const response = await own(request.clone());
    const isRefund = request.method === 'GET' && new URL(request.url).pathname === '/pay/v1/refunds';
    return isRefund ? good(response, '[]') : response;
  }),
  around(
    'lets pages of other sites pay',
    'foreign-page',
    (own) => async (request) => own(isForeign(request) ? await asOwn(request) : request),
  ),
  around('knows pages of other sites by Sec-Fetch-Site alone', 'foreign-page', (own) => async (request) => {
    const isTaken = isForeign(request) && !request.headers.has('Sec-Fetch-Site');
    return own(isTaken ? await asOwn(request) : request);
  }),
  around('lets pages of other sites read what they have paid', 'foreign-page', (own) => async (request) => {
    if (!isForeign(request)) return own(request);
    const response = await own(await asOwn(request));
    return response.ok ? withHeader(response, 'Access-Control-Allow-Origin', FOREIGN) : response;
  }),
  around('allows every origin', 'cors', (own) => async (request) => {
    const response = await own(request);
    const isNamed = response.headers.has('Access-Control-Allow-Origin');
    return isNamed ? response : withHeader(response, 'Access-Control-Allow-Origin', '*');
  }),
  around('allows what begins like an origin that it knows', 'cors', (own) => async (request) => {
    const response = await own(request);
    const origin = request.headers.get('Origin') ?? '';
    return origin.startsWith(SHOP_ORIGIN) ? withHeader(response, 'Access-Control-Allow-Origin', origin) : response;
  }),
  around('allows every origin, with cookies', 'cors', (own) => async (request) => {
    const response = await own(request);
    const origin = request.headers.get('Origin');
    if (origin === null || response.headers.has('Access-Control-Allow-Origin')) return response;
    response.headers.set('Access-Control-Allow-Credentials', 'true');
    return withHeader(response, 'Access-Control-Allow-Origin', origin);
  }),
  around(
    'hides its headers from pages of another origin',
    'allowed-page',
    (own) => async (request) => withHeader(await own(request), 'Access-Control-Expose-Headers', null),
  ),
  around(
    'hides from pages of another origin that an answer is not the first',
    'allowed-page',
    (own) => async (request) => {
      const response = await own(request);
      const isNamed = response.headers.has('Access-Control-Expose-Headers');
      return isNamed ? withHeader(response, 'Access-Control-Expose-Headers', 'Payments-Mode, Retry-After') : response;
    },
  ),
  answers('lets pages of another origin read no error', 'allowed-page', (response) =>
    response.ok ? response : withHeader(response, 'Access-Control-Allow-Origin', null),
  ),
  withMemory('charges a repeated payment twice', 'replay', ({ body, response }, again) =>
    response?.ok && body === again ? 'send' : undefined,
  ),
  withMemory('takes another payment for a key that it knows', 'mismatch', ({ body, response }, again) =>
    response && body !== again ? 'answer' : undefined,
  ),
  withMemory('calls a key that was charged not charged', 'mismatch', ({ body, response }, again) =>
    response && body !== again ? refusal(422) : undefined,
  ),
  withMemory('sends what is on its way already', 'in-flight', ({ response }) => (response ? undefined : 'send')),
  withMemory('calls what is on its way not charged', 'in-flight', ({ response }) =>
    response ? undefined : refusal(409),
  ),
  withMemory('sends a payment in doubt again', 'replay-in-doubt', ({ body, response }, again) =>
    response?.status === 500 && body === again ? 'send' : undefined,
  ),
  withMemory(
    'calls a payment in doubt not charged when it comes again',
    'replay-in-doubt',
    ({ body, response }, again) => (response?.status === 500 && body === again ? refusal(402) : undefined),
  ),
  withKeysApart('sends an order in doubt under another key', 'replay-in-doubt', (status) => status >= 500),
  withKeysApart('charges a paid order under another key', 'same-order', (status) => status < 300),
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
  behind('forgets the key', 'authorization', (request) => resend(request, { Authorization: null })),
  {
    name: "passes on the page's own key",
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
  behind('says that JSON is text', 'payment-arrives', (request) => resend(request, { 'Content-Type': 'text/plain' })),
  rewrites('adds a digit to the amount', 'payment-arrives', '"amount":4999', '"amount":49990'),
  rewrites('takes another currency', 'payment-arrives', '"currency":"EUR"', '"currency":"USD"'),
  {
    name: 'sends the text of the page, and not what it has checked',
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
  around('passes other operations on', 'other-paths', (own, service) => async (request) => {
    const isRefund = new URL(request.url).pathname.endsWith('/refunds');
    if (isRefund) await fetch(`${service.url}/v1/refunds`, { headers: { Authorization: `Bearer ${API_KEY}` } });
    return own(request);
  }),
  reports('does not know what was paid', 'attempt-paid', 'succeeded', 'unknown'),
  reports('does not know what was declined', 'attempt-declined', 'failed', 'unknown'),
  reports('calls failed what is in doubt', 'attempt-in-doubt', 'unknown', 'failed'),
  around('knows of attempts that never came', 'attempt-unseen', (own) => async (request) => {
    const response = await own(request);
    return isAttempt(request) && response.status === 404 ? good(response, '{"state":"unknown"}') : response;
  }),
  around('asks the service what became of an attempt', 'attempt-quiet', (own, service) => async (request) => {
    if (isAttempt(request)) await fetch(`${service.url}/v1/payments/pay_1`);
    return own(request);
  }),
  answers('answers 200 to a declined card', 'status', (response) =>
    response.status === 402 ? good(response) : response,
  ),
  ...[409, 502].map((status) =>
    behind(`calls a payment declined that the service answers with ${status}`, 'status', async (request) => {
      const response = await fetch(request);
      return response.status === status ? Response.json({}, { status: 402 }) : response;
    }),
  ),
  around('names its own origin to every page, with cookies', 'allowed-page', (own) => async (request) => {
    const response = await own(request);
    response.headers.set('Access-Control-Allow-Credentials', 'true');
    return withHeader(response, 'Access-Control-Allow-Origin', 'https://pay.example');
  }),
  answers('keeps what the service says', 'body', (response) => (response.ok ? withBody(response, null) : response)),
  answers('drops Retry-After', 'retry-after', (response) => withHeader(response, 'Retry-After', null)),
  answers('takes a second off Retry-After', 'retry-after', (response) =>
    response.headers.get('Retry-After') === '120' ? withHeader(response, 'Retry-After', '119') : response,
  ),
  sendsAgain('an error', ({ status }) => status === 500),
  sendsAgain('the time-out of a server between', ({ status }) => status === 504),
  sendsAgain('an answer that is cut', (response) =>
    response
      .clone()
      .text()
      .then(
        () => false,
        () => true,
      ),
  ),
  behind('follows redirects', 'redirect', (request) => fetch(request.clone(), { redirect: 'follow' })),
  behind('follows redirects that are for ever', 'redirect', async (request) => {
    const again = request.clone();
    const response = await fetch(request);
    return response.status === 308 ? fetch(again, { redirect: 'follow' }) : response;
  }),
  behind('calls a broken connection declined', 'broken', async (request) => {
    try {
      return await fetch(request);
    } catch (error) {
      if (codeOf(error) === 'ECONNREFUSED') throw error;
      return Response.json({}, { status: 402 });
    }
  }),
  behind('calls an answer that is cut paid', 'cut-short', async (request) => {
    const response = await fetch(request);
    try {
      return withBody(response, await response.text());
    } catch {
      return Response.json({});
    }
  }),
  behind('calls a service that is down declined', 'service-down', async (request) => {
    try {
      return await fetch(request);
    } catch (error) {
      if (codeOf(error) !== 'ECONNREFUSED') throw error;
      return Response.json({}, { status: 402 });
    }
  }),
  {
    ...answers('says of a service that is down that nobody knows', 'service-down', async (response) => {
      const text = await response.text();
      return withBody(
        response,
        text.includes('"service_unreachable"') ? text.replace('"not_charged"', '"unknown"') : text,
      );
    }),
    as: 'warning',
  },
  {
    ...answers('says of a service that is down that it is overloaded', 'service-down', async (response) => {
      const text = await response.text();
      if (!text.includes('"service_unreachable"')) return withBody(response, text);
      return new Response(text.replace('502', '503'), { status: 503, headers: response.headers });
    }),
    as: 'warning',
  },
  echoes(
    'passes on a key that the service repeats in an error',
    'key-masked',
    'failure',
    (text, type, status) => text.includes(API_KEY) && type === 'application/json' && status === 400,
  ),
  echoes(
    'passes on a key that the service repeats in a text',
    'key-masked',
    'failure',
    (text, type) => text.includes(API_KEY) && type === 'text/plain',
  ),
  echoes(
    'passes on a key that the service repeats in a success',
    'key-masked',
    'failure',
    (text, _type, status) => text.includes(API_KEY) && status === 200,
  ),
  {
    name: 'passes on a key that the service repeats in a header',
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
    'passes on a card number that the service repeats',
    'card-masked',
    'warning',
    (text, type) => text.includes('4242424242424242') && type === 'application/json',
  ),
  echoes('passes on a card number that the service repeats in groups', 'card-masked', 'warning', (text) =>
    text.includes('4242 4242 4242 4242'),
  ),
  echoes(
    'passes on a card number that the service repeats in a text',
    'card-masked',
    'warning',
    (text, type) => text.includes('4242424242424242') && type === 'text/plain',
  ),
  echoes('passes on a security code that the service repeats', 'card-masked', 'warning', (text) =>
    text.includes('"cvc":"123"'),
  ),
  echoes('passes on a security code in JSON in a text', 'card-masked', 'warning', (text) =>
    text.includes(String.raw`\"cid\":\"123\"`),
  ),
  {
    name: 'waits for ever',
    foundBy: 'time-out',
    as: 'failure',
    plant(service) {
      const own = ownProxy(service);
      return async (request) => {
        const response = await own(request);
        return isOwnTimeOut(response) ? new Promise(() => undefined) : response;
      };
    },
  },
  {
    ...answers('gives a service up that is silent, and late', 'time-out', async (response) => {
      if (isOwnTimeOut(response)) await setTimeout(LATE);
      return response;
    }),
    as: 'warning',
  },
  {
    name: 'waits for ever where an answer has begun',
    foundBy: 'time-out',
    plant(service) {
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
        return isOwnTimeOut(response) && begun.has(key) ? new Promise(() => undefined) : response;
      };
    },
  },
  around('names a mode that there is not', 'config', (own) => async (request) => {
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
    ...around('holds a Live key, and is reached over plain HTTP', 'live-over-tls', (own) => async (request) => {
      const response = withHeader(await own(request), 'Payments-Mode', 'live');
      const isConfig = new URL(request.url).pathname === '/pay/config' && response.ok;
      return isConfig ? withBody(response, (await response.text()).replace('"test"', '"live"')) : response;
    }),
    settings: { live: true },
    host: '0.0.0.0', // this machine by a name that does not say so
  },
  around(
    'says its mode in /config only',
    'mode-said',
    (own) => async (request) => withHeader(await own(request), 'Payments-Mode', null),
  ),
  around(
    'says test in /config and live in its header',
    'mode-same',
    (own) => async (request) => withHeader(await own(request), 'Payments-Mode', 'live'),
  ),
  around('spells its mode in capitals', 'mode-same', (own) => async (request) => {
    const response = await own(request);
    return response.status === 405 ? withHeader(response, 'Payments-Mode', 'TEST') : response;
  }),
  around('says its mode on all answers but one', 'mode-said', (own) => async (request) => {
    const response = await own(request);
    return response.status === 405 ? withHeader(response, 'Payments-Mode', null) : response;
  }),
  around(
    'lets caches keep its answers',
    'caching',
    (own) => async (request) => withHeader(await own(request), 'Cache-Control', null),
  ),
  answers('puts the key into a header', 'no-key', (response) =>
    withHeader(response, 'X-Upstream', `Bearer ${API_KEY}`),
  ),
  answers('puts the key into a body, encoded', 'no-key', async (response) =>
    response.status === 402
      ? withBody(response, JSON.stringify({ ...object(await response.text()), debug: btoa(API_KEY) }))
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
  answers('shows its program in errors', 'no-stack', async (response) => {
    if (response.status !== 405 && response.status !== 400) return response;
    const told = object((await response.text()) || '{}'); // nothing, where the service speaks no JSON
    return withBody(response, JSON.stringify({ ...told, stack: 'at pay (/srv/pay.js:1:2)' }));
  }),
];

function good({ headers }: Response, body = '{}'): Response {
  const all = new Headers(headers);
  all.set('Content-Type', 'application/json');
  return new Response(body, { status: 200, headers: all });
}

/** Another answer in the place of a good one. */
function other(response: Response, status: number, headers: Record<string, string> = {}): Response {
  return response.ok ? withBody(new Response(null, { status, headers: response.headers }), '{}', headers) : response;
}

const object = (text: string) => JSON.parse(text) as object;
