import { once } from 'node:events';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import {
  ATTEMPTS_PATH,
  CONFIG_PATH,
  IDEMPOTENCY_KEY,
  JSON_TYPE,
  ORDER_TOKEN,
  PAYMENTS_MODE,
  PAYMENTS_PATH,
  createIdempotencyKey,
  holdsSecret,
  isTimeout,
  parseConfig,
  parseProblem,
  realClock,
  toMode,
  type Clock,
  type Mode,
  type ProxyConfig,
  withinTime,
} from 'payment-widget/contract';
import type { PaymentRequest } from 'payment-widget/contract';
import { createOrderToken, createRedactor } from 'payment-widget-proxy/internal';
import { always, type FakeService, type FaultyBehaviour, type Received } from './fake-service.js';
import {
  bodyContains,
  isWebPage,
  isProblem,
  isUnknownPath,
  jsonOf,
  NO_RESPONSE,
  type ProxyResponse,
} from './responses.js';

export interface ProbeSettings {
  readonly url: URL;
  readonly origin?: string | undefined;
  readonly amount: number;
  readonly currency: string;
  readonly reference: string;
  readonly card: string;
  /** Time limit for a response of the proxy, in ms. */
  readonly wait: number;
  readonly clock: Clock;
  /** Time after which the proxy must have given up on the service, in ms. */
  readonly serviceTimeout: number;
  /** Checks a proxy with a Live key: sends nothing that can be charged. */
  readonly live: boolean;
  /** The proxy's API key, if known. Searched for in every response; never sent. */
  readonly apiKey?: string | undefined;
  /** Signs the order tokens of the requests, if the proxy requires them. Never sent. */
  readonly orderTokenSecret?: string | undefined;
  readonly service?: FakeService | undefined;
}

export const PROBE_DEFAULTS: Omit<ProbeSettings, 'url'> = {
  amount: 4999,
  currency: 'EUR',
  reference: 'check-proxy-',
  card: '4242424242424242',
  wait: 55_000, // the widget's own time limit
  clock: realClock,
  serviceTimeout: 33_000, // 30 s by the contract, and some for the network
  live: false,
};

type Card = PaymentRequest['payment_method']['card'];
type Payment = PaymentRequest & { readonly reference: string };

export interface ProbeResult {
  readonly key: string;
  readonly payment: Payment;
  readonly response: ProxyResponse;
  readonly received: readonly Received[];
}

type PaymentMembers = Partial<Pick<PaymentRequest, 'amount' | 'reference' | 'description' | 'metadata'>> & {
  readonly card?: Partial<Card> | undefined;
};

interface RequestOptions {
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  readonly body?: string | undefined;
  readonly reference?: string | undefined;
  /** Excludes the response from {@link Prober.responses}, because the fake service repeats secrets on purpose. */
  readonly isEcho?: boolean | undefined;
}

export type PaymentOptions = PaymentMembers & Omit<RequestOptions, 'reference'> & { readonly key?: string };

export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
  /** `broken`: the connection ended early. */
  readonly reason: 'unreachable' | 'broken' | 'timeout';

  constructor(reason: NoResponseError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export class LiveKeyError extends Error {
  override readonly name = 'LiveKeyError';
}

export class Prober {
  readonly settings: ProbeSettings;
  readonly card: Card;
  /** All responses, in order, except those to echo payments. */
  readonly responses: ProxyResponse[] = [];
  readonly apiKeys = new Set<string>();
  /** Why the first payment timed out. Later POST requests would too, so they are not sent. */
  timeout: NoResponseError | undefined;
  isPaid = false;
  configResponse = NO_RESPONSE;
  readonly #modes = new Set<Mode>();
  #orders = 0;
  #first: ProbeResult | undefined;
  /** Whether the fake service has a fault now. */
  #isFaulty = false;

  constructor(settings: ProbeSettings) {
    this.settings = settings;
    this.card = { number: settings.card, exp_month: 12, exp_year: new Date().getFullYear() + 2, cvc: '123' };
    if (settings.apiKey) this.apiKeys.add(settings.apiKey);
  }

  get config(): ProxyConfig {
    return (this.configResponse.status === 200 && parseConfig(jsonOf(this.configResponse))) || {};
  }

  /** After {@link payFirst}. */
  get first(): ProbeResult {
    return this.#first as ProbeResult;
  }

  /** For checks that need it. */
  get service(): FakeService {
    return this.settings.service as FakeService;
  }

  get reachesService(): boolean {
    return (this.#first?.received.length ?? 0) > 0;
  }

  /** Whether a proxy responded to the first payment, and not a web page, a login or an unknown path. */
  get isProxy(): boolean {
    if (!this.#first) return true;
    const { response, received } = this.#first;
    const isElsewhere = isUnknownPath(response) || (response.status < 500 && isWebPage(response));
    const followsContract = this.#modes.size > 0 || Object.keys(this.config).length > 0 || isProblem(response);
    if (followsContract || received.length > 0 || !isElsewhere) return true;
    // A response with an API key must be reported.
    return holdsSecret(response.text) || bodyContains(response, createRedactor([...this.apiKeys]));
  }

  get mode(): Mode | undefined {
    const [mode, other] = this.#modes;
    return other ? undefined : mode;
  }

  get hasMixedModes(): boolean {
    return this.#modes.size > 1;
  }

  /** @throws {LiveKeyError} or a {@link NoResponseError} */
  async readConfig(): Promise<void> {
    this.configResponse = await this.send({ method: 'GET', path: CONFIG_PATH });
    // A proxy without /config may report its mode here, and this charges no one.
    await this.send({ method: 'HEAD', path: PAYMENTS_PATH });
  }

  /** @throws {LiveKeyError} or a {@link NoResponseError} */
  async send(options: RequestOptions): Promise<ProxyResponse> {
    const { method = 'POST', path = PAYMENTS_PATH, headers = {}, body, reference, isEcho } = options;
    if (this.timeout && method === 'POST') throw this.timeout;
    const { url, orderTokenSecret } = this.settings;
    const all = {
      Accept: JSON_TYPE,
      Origin: url.origin,
      'Sec-Fetch-Site': 'same-origin',
      ...(orderTokenSecret && method !== 'OPTIONS' && { [ORDER_TOKEN]: await this.createToken(reference) }),
      ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
      ...headers,
    };
    const given = Object.entries(all).filter((entry): entry is [string, string] => !!entry[1]);
    const full = url.pathname.replace(/(?<!\/)\/+$/, '') + path;
    const response = await sendRequest(this.settings, { method, path: full, headers: Object.fromEntries(given) }, body);
    if (!isEcho) this.responses.push(response);
    const said = path === CONFIG_PATH && response.status === 200 ? parseConfig(jsonOf(response))?.mode : undefined;
    for (const mode of [said, toMode(response.headers.get(PAYMENTS_MODE))]) if (mode) this.#modes.add(mode);
    if (this.mode === 'live' && !this.settings.live) throw new LiveKeyError('The proxy has a Live key.');
    return response;
  }

  readAttempt(key: string, reference?: string): Promise<ProxyResponse> {
    return this.send({ method: 'GET', path: ATTEMPTS_PATH, headers: { [IDEMPOTENCY_KEY]: key }, reference });
  }

  async pay(options: PaymentOptions = {}): Promise<ProbeResult> {
    const { key = createIdempotencyKey(), method, path, headers, body, isEcho, ...members } = options;
    const payment = this.payment(members);
    const { reference } = payment;
    const before = this.settings.service?.received.length ?? 0;
    const response = await this.send({
      ...{ method, path, isEcho, reference },
      headers: { 'Content-Type': JSON_TYPE, [IDEMPOTENCY_KEY]: key, ...headers },
      body: body ?? JSON.stringify(payment),
    }).catch((error: unknown) => {
      if (!this.#isFaulty || !(error instanceof NoResponseError) || error.reason !== 'broken') throw error;
      return NO_RESPONSE; // the proxy may break its connection to the page, too
    });
    const received = this.settings.service?.received.slice(before) ?? [];
    for (const { headers } of received) {
      const [, apiKey] = /^Bearer (\S{6,})$/.exec(headers.authorization ?? '') ?? [];
      if (apiKey && apiKey !== PAGE_TOKEN) this.apiKeys.add(apiKey);
    }
    return { key, payment, response, received };
  }

  async payWhile(behave: FaultyBehaviour, options: PaymentOptions = {}): Promise<ProbeResult> {
    this.service.next(...always(behave));
    this.#isFaulty = true;
    try {
      return await this.pay(options);
    } finally {
      this.#isFaulty = false;
      this.service.next();
    }
  }

  async payFirst(): Promise<ProbeResult> {
    try {
      this.#first = await this.pay();
    } catch (error) {
      if (error instanceof NoResponseError && error.reason === 'timeout') this.timeout = error;
      throw error;
    }
    const { response, received } = this.#first;
    // Only the fake service or a problem document shows that the service did not send this 408.
    const isOwn = received.length === 0 && (this.settings.service !== undefined || isProblem(response));
    const lacksBody = response.status === 408 || parseProblem(jsonOf(response))?.code === 'body_already_read';
    if (lacksBody && isOwn) this.timeout = new NoResponseError('timeout', `The proxy returned ${response.status}.`);
    return this.#first;
  }

  payment({ amount, reference, description, metadata, card }: PaymentMembers = {}): Payment {
    const { settings } = this;
    return {
      amount: amount ?? settings.amount,
      currency: settings.currency,
      reference: reference ?? `${settings.reference}${createIdempotencyKey().slice(0, 8)}-${++this.#orders}`,
      customer: { name: 'Proxy Check' },
      payment_method: { type: 'card', card: { ...this.card, ...card } },
      ...(description && { description }),
      ...(metadata && { metadata }),
    };
  }

  order(reference = `${this.settings.reference}token`, amount = this.settings.amount) {
    return { reference, amount, currency: this.settings.currency };
  }

  createToken(reference?: string, amount?: number): Promise<string> {
    return createOrderToken(this.order(reference, amount), this.settings.orderTokenSecret ?? '');
  }
}

/** A token that a page sends and that must not reach the service. Does not look like an API key. */
export const PAGE_TOKEN = 'from-the-page';

const MAX_RESPONSE = 4 * 1024 * 1024;

/**
 * Not `fetch`, which would resolve each `..` in a path, and gives less detail about failures.
 * @throws {NoResponseError}
 */
async function sendRequest(
  { url, wait, clock }: ProbeSettings,
  options: { readonly path: string; readonly method: string; readonly headers: Readonly<Record<string, string>> },
  body = '',
): Promise<ProxyResponse> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  try {
    return await withinTime(wait, clock, async (signal) => {
      const outgoing = request(url, { ...options, agent: false, signal });
      const response = once(outgoing, 'response') as Promise<[IncomingMessage]>;
      outgoing.on('error', () => undefined); // see `isComplete`
      outgoing.end(body);
      return { request: `${options.method} ${options.path}`, ...(await read(...(await response))) };
    });
  } catch (error) {
    if (!isTimeout(error)) throw explain(error as NodeJS.ErrnoException, url);
    throw new NoResponseError('timeout', `${url.origin} did not respond within ${wait / 1000} s.`);
  }
}

async function read(incoming: IncomingMessage): Promise<Omit<ProxyResponse, 'request'>> {
  let text = '';
  try {
    for await (const chunk of incoming.setEncoding('utf8')) {
      text += String(chunk);
      if (text.length > MAX_RESPONSE) break;
    }
  } catch {
    // see `isComplete`
  }
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  return { status: incoming.statusCode ?? 0, headers, text, isComplete: incoming.complete };
}

/** Errors of a proxy that cannot be reached, by code and message. */
const UNREACHABLE = [
  [/ECONNREFUSED/, 'Nothing listens at HOST. Check that the proxy is running on this port.'],
  [/ENOTFOUND|EAI_AGAIN/, 'The host name HOST cannot be resolved.'],
  [/E(HOST|NET)UNREACH|ETIMEDOUT/, 'HOST cannot be reached from here.'],
  [/HPE_/, 'The server at HOST does not speak HTTP. If it uses TLS, use https://.'],
  [/WRONG_VERSION|PACKET_LENGTH|EPROTO/, 'The server at HOST does not speak TLS. If it uses plain HTTP, use http://.'],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_|TLS|SSL/,
    'The certificate of HOST is not trusted. If your own authority issued it, set NODE_EXTRA_CA_CERTS to its file.',
  ],
] as const;

function explain(error: NodeJS.ErrnoException, { host, protocol }: URL): NoResponseError {
  const [inner = error] = error instanceof AggregateError ? (error.errors as NodeJS.ErrnoException[]) : [];
  const { code = '', message } = inner;
  const [, reason] = UNREACHABLE.find(([pattern]) => pattern.test(`${code} ${message}`)) ?? [];
  if (reason) return new NoResponseError('unreachable', reason.replace('HOST', host), { cause: error });
  const isClosed = code === 'ECONNRESET' || code === 'EPIPE';
  const text = isClosed ? 'closed the connection before it responded' : `did not respond (${code || message})`;
  const advice = protocol === 'http:' ? ' If it uses TLS, use https://.' : '';
  return new NoResponseError('broken', `${host} ${text}.${advice}`, { cause: error });
}
