import {
  ATTEMPTS_PATH,
  CONFIG_PATH,
  IDEMPOTENCY_KEY,
  JSON_TYPE,
  ORDER_TOKEN,
  PAYMENTS_MODE,
  PAYMENTS_PATH,
  createIdempotencyKey,
  digestOf,
  isTimeout,
  parseConfig,
  realClock,
  toMode,
  type Clock,
  type Mode,
  type ProxyConfig,
  withinTime,
} from 'payment-widget/contract';
import type { PaymentRequest } from 'payment-widget/contract';
import { createOrderToken } from 'payment-widget-proxy/internal';
import type { FakeService, FaultyBehaviour, Received } from './fake-service.js';
import { jsonOf, NO_RESPONSE, type ProxyResponse } from './responses.js';

export interface ProbeSettings {
  readonly url: URL;
  /** The clock, which is the real one by default. */
  readonly clock?: Clock;
  /** Whether to check a proxy with a Live key, and send nothing that can be charged. */
  readonly live: boolean;
  /** The proxy's API key, if known. It is searched for in every response, and never sent. */
  readonly apiKey?: string | undefined;
  /** The secret that signs order tokens, if the proxy requires them. It is never sent. */
  readonly orderTokenSecret?: string | undefined;
  readonly service?: FakeService | undefined;
}

/** Each order has this price, and a reference that begins like this. */
export const PRICE = { amount: 4999, currency: 'EUR' };
export const REFERENCE = 'check-proxy-';

/** Time limit for a response of the proxy: that of the widget. */
const WAIT_MS = 55_000;

type Card = PaymentRequest['payment_method']['card'];
type Payment = PaymentRequest & { readonly reference: string };

export interface ProbeResult {
  readonly key: string;
  readonly payment: Payment;
  readonly response: ProxyResponse;
  readonly received: readonly Received[];
}

type PaymentMembers = Partial<Pick<PaymentRequest, 'amount' | 'reference' | 'description'>>;

interface RequestOptions {
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  readonly body?: string | undefined;
  readonly reference?: string | undefined;
}

export type PaymentOptions = PaymentMembers & Omit<RequestOptions, 'reference'> & { readonly key?: string };

export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
  /** Whether the server ended the connection, and may respond to another request. */
  readonly isClosed: boolean;

  constructor(message: string, cause?: Error, isClosed = false) {
    super(message, { cause });
    this.isClosed = isClosed;
  }
}

export class LiveKeyError extends Error {
  override readonly name = 'LiveKeyError';
}

export class Prober {
  readonly settings: ProbeSettings;
  readonly card: Card = {
    number: '4242424242424242',
    exp_month: 12,
    exp_year: new Date().getFullYear() + 2,
    cvc: '123',
  };
  /** All responses, in order. */
  readonly responses: ProxyResponse[] = [];
  readonly apiKeys = new Set<string>();
  readonly modes = new Set<Mode>();
  isPaid = false;
  configResponse = NO_RESPONSE;
  #orders = 0;
  #first: ProbeResult | undefined;

  constructor(settings: ProbeSettings) {
    this.settings = settings;
    if (settings.apiKey) this.apiKeys.add(settings.apiKey);
  }

  get config(): ProxyConfig {
    return (this.configResponse.status === 200 && parseConfig(jsonOf(this.configResponse))) || {};
  }

  /** The result of {@link payFirst}. */
  get first(): ProbeResult {
    return this.#first as ProbeResult;
  }

  /** The service, for checks that need it. */
  get service(): FakeService {
    return this.settings.service as FakeService;
  }

  /** @throws {LiveKeyError} or a {@link NoResponseError} */
  async readConfig(): Promise<void> {
    this.configResponse = await this.send({ method: 'GET', path: CONFIG_PATH });
    // A proxy without /config may report its mode here, and this charges no one.
    await this.send({ method: 'HEAD', path: PAYMENTS_PATH });
  }

  /** @throws {LiveKeyError} or a {@link NoResponseError} */
  async send(options: RequestOptions): Promise<ProxyResponse> {
    const { method = 'POST', path = PAYMENTS_PATH, headers = {}, body, reference } = options;
    const { url, orderTokenSecret } = this.settings;
    const all = {
      Accept: JSON_TYPE,
      Connection: 'close', // a kept connection may break between two requests
      Origin: url.origin,
      'Sec-Fetch-Site': 'same-origin',
      ...(orderTokenSecret && method !== 'OPTIONS' && { [ORDER_TOKEN]: await this.createToken(reference) }),
      ...headers,
    };
    const given = Object.entries(all).filter((entry): entry is [string, string] => !!entry[1]);
    const address = url.href.replace(/(?<!\/)\/+$/, '') + path;
    const response = await sendRequest(this.settings, address, { method, headers: given, body: body ?? null });
    this.responses.push(response);
    const reported = path === CONFIG_PATH && response.status === 200 ? parseConfig(jsonOf(response))?.mode : undefined;
    for (const mode of [reported, toMode(response.headers.get(PAYMENTS_MODE))]) if (mode) this.modes.add(mode);
    if (this.modes.has('live') && !this.settings.live) throw new LiveKeyError('The proxy has a Live key.');
    return response;
  }

  async readAttempt(key: string, reference?: string): Promise<ProxyResponse> {
    const path = this.config.binding ? `${ATTEMPTS_PATH}/${await digestOf(key)}` : ATTEMPTS_PATH;
    return this.send({ method: 'GET', path, headers: { [IDEMPOTENCY_KEY]: key }, reference });
  }

  async pay(options: PaymentOptions = {}): Promise<ProbeResult> {
    const { key = createIdempotencyKey(), method, path, headers, body, ...members } = options;
    const { settings } = this;
    const payment = this.payment(members);
    const before = settings.service?.received.length ?? 0;
    const response = await this.send({
      ...{ method, path, reference: payment.reference },
      headers: { 'Content-Type': JSON_TYPE, [IDEMPOTENCY_KEY]: key, ...headers },
      body: method === 'GET' ? undefined : (body ?? JSON.stringify(payment)),
    }).catch((error: unknown) => {
      if (!settings.service?.behave || !(error instanceof NoResponseError && error.isClosed)) throw error;
      return NO_RESPONSE; // after a fault of the service, the proxy may break its connection to the page, too
    });
    const received = settings.service?.received.slice(before) ?? [];
    for (const { headers } of received) {
      const [, apiKey] = /^Bearer (\S{6,})$/.exec(headers.authorization ?? '') ?? [];
      if (apiKey) this.apiKeys.add(apiKey);
    }
    return { key, payment, response, received };
  }

  async payWhile(behave: FaultyBehaviour): Promise<ProbeResult> {
    this.service.behave = behave;
    try {
      return await this.pay();
    } finally {
      this.service.behave = undefined;
    }
  }

  async payFirst(): Promise<ProbeResult> {
    return (this.#first = await this.pay());
  }

  payment({ reference, ...members }: PaymentMembers = {}): Payment {
    return {
      ...PRICE,
      reference: reference ?? `${REFERENCE}${createIdempotencyKey().slice(0, 8)}-${++this.#orders}`,
      customer: { name: 'Proxy Check' },
      payment_method: { type: 'card', card: this.card },
      ...members,
    };
  }

  createToken(reference = `${REFERENCE}token`): Promise<string> {
    return createOrderToken({ reference, ...PRICE }, this.settings.orderTokenSecret ?? '');
  }
}

/** @throws {NoResponseError} */
async function sendRequest(
  { url, clock = realClock }: ProbeSettings,
  address: string,
  init: RequestInit,
): Promise<ProxyResponse> {
  try {
    return await withinTime(WAIT_MS, clock, async (signal) => {
      const response = await fetch(address, { ...init, redirect: 'manual', signal });
      const { status, headers } = response;
      const request = `${init.method} ${new URL(address).pathname}`;
      return { request, status, headers, ...(await readText(response)) };
    });
  } catch (error) {
    if (isTimeout(error)) throw new NoResponseError(`${url.origin} did not respond within ${WAIT_MS / 1000} s.`);
    const { code = '', message = '' } = ((error as Error).cause ?? {}) as Partial<NodeJS.ErrnoException>;
    const advice = /CERT|SELF_SIGNED|UNABLE_TO_/.test(code)
      ? 'If your own authority issued its certificate, set NODE_EXTRA_CA_CERTS to its file.'
      : 'Check that the proxy is running there, and http or https.';
    const found = `The request to ${url.origin} failed (${code || message}). ${advice}`;
    throw new NoResponseError(found, error as Error, /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(code));
  }
}

/** Keeps the beginning of an incomplete response: it may contain a secret. */
async function readText({ body }: Response): Promise<Pick<ProxyResponse, 'text' | 'isComplete'>> {
  let text = '';
  try {
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) text += part;
    return { text, isComplete: true };
  } catch {
    return { text, isComplete: false };
  }
}
