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
  parseConfig,
  parseProblem,
  realClock,
  toMode,
  type Clock,
  type Mode,
  type ProxyConfig,
} from 'payment-widget/contract';
import type { PaymentRequest } from 'payment-widget/contract';
import { createOrderToken, createRedactor } from 'payment-widget-proxy/internal';
import { always, type Behaviour, type FakeService, type Received } from './fake-service.js';
import {
  isFromOtherServer,
  isProblem,
  jsonOf,
  NO_RESPONSE,
  NoResponseError,
  sendRequest,
  type ProxyResponse,
} from './http.js';
import { bodyContains } from './leaks.js';

export interface Settings {
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

export const DEFAULTS: Omit<Settings, 'url'> = {
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

export interface PaymentResult {
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

export class LiveKeyError extends Error {
  override readonly name = 'LiveKeyError';
}

export class Prober {
  readonly settings: Settings;
  readonly card: Card;
  /** All responses, in order, except those to echo payments. */
  readonly responses: ProxyResponse[] = [];
  readonly apiKeys = new Set<string>();
  /** Why the first payment timed out. Later POST requests would too, so they are not sent. */
  timeout: NoResponseError | undefined;
  isPaid = false;
  readonly #modes = new Set<Mode>();
  readonly #referenceByKey = new Map<string, string>();
  #orders = 0;
  #config: ProxyResponse | undefined;
  #first: PaymentResult | undefined;
  /** Whether the fake service has a fault now. */
  #isFaulty = false;

  constructor(settings: Settings) {
    this.settings = settings;
    this.card = { number: settings.card, exp_month: 12, exp_year: new Date().getFullYear() + 2, cvc: '123' };
    if (settings.apiKey) this.apiKeys.add(settings.apiKey);
  }

  /** After {@link readConfig}. */
  get configResponse(): ProxyResponse {
    return this.#config as ProxyResponse;
  }

  get config(): ProxyConfig {
    return (this.configResponse.status === 200 && parseConfig(jsonOf(this.configResponse))) || {};
  }

  /** After {@link payFirst}. */
  get first(): PaymentResult {
    return this.#first as PaymentResult;
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
    const followsContract = this.#modes.size > 0 || Object.keys(this.config).length > 0 || isProblem(response);
    if (followsContract || received.length > 0 || !isFromOtherServer(response)) return true;
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
    try {
      this.#config = await this.send({ method: 'GET', path: CONFIG_PATH });
    } catch (error) {
      const isBroken = error instanceof NoResponseError && error.reason === 'broken';
      if (!isBroken || this.settings.url.protocol === 'https:') throw error;
      throw new NoResponseError('broken', `${error.message} If it uses TLS, use https://.`, { cause: error });
    }
    // A proxy without /config may report its mode here, and this charges no one.
    await this.send({ method: 'HEAD', path: PAYMENTS_PATH });
  }

  /** @throws {LiveKeyError} or a {@link NoResponseError} */
  async send(options: RequestOptions): Promise<ProxyResponse> {
    const { method = 'POST', path = PAYMENTS_PATH, headers = {}, body, reference, isEcho } = options;
    if (this.timeout && method === 'POST') throw this.timeout;
    const { url, wait, clock, orderTokenSecret } = this.settings;
    const all = {
      Accept: JSON_TYPE,
      Origin: url.origin,
      'Sec-Fetch-Site': 'same-origin',
      ...(orderTokenSecret && method !== 'OPTIONS' && { [ORDER_TOKEN]: await this.createToken(reference) }),
      ...headers,
    };
    const sent = Object.entries(all).filter((entry): entry is [string, string] => !!entry[1]);
    const response = await sendRequest(
      { url, path: url.pathname.replace(/(?<!\/)\/+$/, '') + path, method, headers: Object.fromEntries(sent), body },
      wait,
      clock,
    );
    if (!isEcho) this.responses.push(response);
    const said = path === CONFIG_PATH && response.status === 200 ? parseConfig(jsonOf(response))?.mode : undefined;
    for (const mode of [said, toMode(response.headers.get(PAYMENTS_MODE))]) if (mode) this.#modes.add(mode);
    if (this.mode === 'live' && !this.settings.live) throw new LiveKeyError('The proxy has a Live key.');
    return response;
  }

  readAttempt(key: string): Promise<ProxyResponse> {
    const reference = this.#referenceByKey.get(key);
    return this.send({ method: 'GET', path: ATTEMPTS_PATH, headers: { [IDEMPOTENCY_KEY]: key }, reference });
  }

  async pay(options: PaymentOptions = {}): Promise<PaymentResult> {
    const { key = createIdempotencyKey(), method, path, headers, body, isEcho, ...members } = options;
    const payment = this.payment(members);
    const { reference } = payment;
    this.#referenceByKey.set(key, reference);
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

  async payWhile(behave: Behaviour, options: PaymentOptions = {}): Promise<PaymentResult> {
    this.service.next(...always(behave));
    this.#isFaulty = true;
    try {
      return await this.pay(options);
    } finally {
      this.#isFaulty = false;
      this.service.next();
    }
  }

  async payFirst(): Promise<PaymentResult> {
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
