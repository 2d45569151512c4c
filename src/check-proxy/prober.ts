import { parseConfig, parseProblem } from '../contract/parse.js';
import type { PaymentRequest, ProxyConfig } from '../contract/schema.js';
import {
  ATTEMPTS_PATH,
  CONFIG_PATH,
  createIdempotencyKey,
  IDEMPOTENCY_KEY,
  JSON_TYPE,
  ORDER_TOKEN,
  PAYMENTS_MODE,
  PAYMENTS_PATH,
  toMode,
  type Mode,
} from '../contract/protocol.js';
import { createRedactor } from '../proxy/redact.js';
import { holdsSecret } from '../contract/secrets.js';
import { bodyContains } from './leak-detector.js';
import { sendRequest, NoResponseError, type ProxyResponse } from './http.js';
import type { FakeService, Received } from './fake-service.js';
import { createPayment, CVC, type PaymentMembers } from './payment.js';
import { isFromOtherServer, isProblem, isSuccess, jsonOf } from './responses.js';
import type { Settings } from './settings.js';
import { OrderTokens } from './tokens.js';

/** A payment and the response to it. */
export interface PaymentResult {
  readonly key: string;
  readonly payment: PaymentRequest & { readonly reference: string };
  readonly response: ProxyResponse;
  /** The requests that the fake service received meanwhile. */
  readonly received: readonly Received[];
}

/** Overrides for a request. A header that is `undefined` is not sent. */
export interface RequestOptions {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

/** Overrides for a payment. */
export interface PaymentOptions extends RequestOptions, PaymentMembers {
  readonly key?: string;
  /** Excludes the response from {@link Prober.responses}, because the fake service repeats secrets on purpose. */
  readonly isEcho?: boolean;
}

/** The proxy has a Live key, but `live` is not set. */
export class LiveKeyError extends Error {
  override readonly name = 'LiveKeyError';
}

/** The proxy reported both modes, so no further payment is sent. */
export class MixedModesError extends Error {
  override readonly name = 'MixedModesError';
}

/** Sends requests to a proxy as the widget does, with overrides, and records every response. */
export class Prober {
  readonly settings: Settings;
  /** All responses, in order, except those to echo payments. */
  readonly responses: ProxyResponse[] = [];
  /** Error responses that the proxy, and not the service, created, as far as this can be known. */
  readonly ownErrors: ProxyResponse[] = [];
  /** The known API keys. */
  readonly apiKeys = new Set<string>();
  readonly tokens: OrderTokens;
  readonly #modes = new Set<Mode>();
  /** Bodies that came from the service. The proxy may repeat them later. */
  readonly #serviceBodies = new Set<string>();
  /** Order by idempotency key. */
  readonly #references = new Map<string, string>();
  #orders = 0;
  #config: ProxyResponse | undefined;
  #first: PaymentResult | undefined;
  #timeout: NoResponseError | undefined;

  constructor(settings: Settings) {
    this.settings = settings;
    this.tokens = new OrderTokens(settings);
    if (settings.apiKey) this.apiKeys.add(settings.apiKey);
  }

  /** The response of `/config`. */
  get configResponse(): ProxyResponse {
    if (!this.#config) throw new Error('Call readConfig() first.');
    return this.#config;
  }

  /** The proxy's configuration; `{}` if it has none. */
  get config(): ProxyConfig {
    return (this.configResponse.status === 200 && parseConfig(jsonOf(this.configResponse))) || {};
  }

  /** The first payment. */
  get first(): PaymentResult {
    if (!this.#first) throw new Error('Call payFirst() first.');
    return this.#first;
  }

  get service(): FakeService {
    if (!this.settings.service) throw new Error('There is no fake service.');
    return this.settings.service;
  }

  get card(): { readonly number: string; readonly cvc: string } {
    return { number: this.settings.card, cvc: CVC };
  }

  /** Whether the proxy sends payments to the fake service. */
  get reachesService(): boolean {
    return (this.#first?.received.length ?? 0) > 0;
  }

  /** Whether a proxy responded to the first payment, and not a web page, a login or an unknown path. */
  get isProxy(): boolean {
    if (!this.#first || this.#followsContract) return true;
    const { response, received } = this.#first;
    if (received.length > 0 || !isFromOtherServer(response)) return true;
    // A response with an API key must be reported.
    return holdsSecret(response.text) || bodyContains(response, createRedactor([...this.apiKeys]));
  }

  get #followsContract(): boolean {
    const response = this.#first?.response;
    return (
      this.#modes.size > 0 || Object.keys(this.config).length > 0 || (response !== undefined && isProblem(response))
    );
  }

  /** Why the first payment timed out. Later POST requests would too, so they are not sent. */
  get timeout(): NoResponseError | undefined {
    return this.#timeout;
  }

  /** The mode that the proxy reported; `undefined` if none or both. */
  get mode(): Mode | undefined {
    const [mode, other] = this.#modes;
    return other ? undefined : mode;
  }

  /** Whether the proxy reported both modes. */
  get hasMixedModes(): boolean {
    return this.#modes.size > 1;
  }

  /**
   * Reads the configuration and the mode, before any payment.
   * @throws {LiveKeyError | NoResponseError}
   */
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

  /**
   * Sends any request, by default as a page of the proxy's own origin.
   * @throws {LiveKeyError | NoResponseError}
   */
  async send({
    method = 'POST',
    path = PAYMENTS_PATH,
    headers = {},
    body,
    reference,
    isEcho,
  }: PaymentOptions): Promise<ProxyResponse> {
    if (this.#timeout && method === 'POST') throw this.#timeout;
    const { url } = this.settings;
    const { origin, pathname } = url;
    const own = { Accept: JSON_TYPE, Origin: origin, 'Sec-Fetch-Site': 'same-origin' };
    const token = method === 'OPTIONS' ? {} : await this.#tokenFor(reference);
    const all = Object.entries({ ...own, ...token, ...headers }).filter(
      (entry): entry is [string, string] => !!entry[1],
    );
    const before = this.settings.service?.received.length ?? 0;
    const response = await sendRequest(
      { url, path: pathname.replace(/(?<!\/)\/+$/, '') + path, method, headers: Object.fromEntries(all), body },
      this.settings.wait,
      this.settings.clock,
    );
    if (!isEcho) this.responses.push(response);
    if (method !== 'HEAD') this.#recordOrigin(response, before); // HEAD has no body
    this.#recordMode(path === CONFIG_PATH && response.status === 200 ? parseConfig(jsonOf(response))?.mode : undefined);
    this.#recordMode(toMode(response.headers.get(PAYMENTS_MODE)));
    if (this.mode === 'live' && !this.settings.live) throw new LiveKeyError('The proxy has a Live key.');
    return response;
  }

  /** Requests the report on an attempt. */
  readAttempt(key: string): Promise<ProxyResponse> {
    const reference = this.#references.get(key);
    return this.send({
      method: 'GET',
      path: ATTEMPTS_PATH,
      headers: { [IDEMPOTENCY_KEY]: key },
      ...(reference && { reference }),
    });
  }

  /** Pays a new order with a new key, as the widget does. */
  async pay(options: PaymentOptions = {}): Promise<PaymentResult> {
    if (this.hasMixedModes) throw new MixedModesError();
    const { key = createIdempotencyKey(), headers, body, ...rest } = options;
    const payment = this.payment(rest);
    const { reference } = payment;
    this.#references.set(key, reference);
    const before = this.settings.service?.received.length ?? 0;
    const response = await this.send({
      ...rest,
      reference,
      headers: { 'Content-Type': JSON_TYPE, [IDEMPOTENCY_KEY]: key, ...headers },
      body: body ?? JSON.stringify(payment),
    });
    const received = this.settings.service?.received.slice(before) ?? [];
    for (const { headers } of received) {
      const [, apiKey] = /^Bearer (\S{6,})$/.exec(headers.authorization ?? '') ?? [];
      if (apiKey && apiKey !== PAGE_TOKEN) this.apiKeys.add(apiKey);
    }
    return { key, payment, response, received };
  }

  /** Makes the first payment. */
  async payFirst(): Promise<PaymentResult> {
    try {
      this.#first = await this.pay();
    } catch (error) {
      if (error instanceof NoResponseError && error.reason === 'timeout') this.#timeout = error;
      throw error;
    }
    const { response, received } = this.#first;
    // Only the fake service or a problem document shows that the service did not send this 408.
    const isOwn = received.length === 0 && (this.settings.service !== undefined || isProblem(response));
    const lacksBody = response.status === 408 || isBodyAlreadyRead(response);
    if (lacksBody && isOwn) this.#timeout = new NoResponseError('timeout', `The proxy returned ${response.status}.`);
    return this.#first;
  }

  /** Creates the payment of a new order. */
  payment(members: PaymentMembers = {}): ReturnType<typeof createPayment> {
    const { settings } = this;
    const reference =
      members.reference ?? `${settings.reference}${createIdempotencyKey().slice(0, 8)}-${++this.#orders}`;
    return createPayment(settings, { ...members, reference });
  }

  async #tokenFor(reference: string | undefined): Promise<Record<string, string>> {
    return this.settings.orderTokenSecret ? { [ORDER_TOKEN]: await this.tokens.create({ reference }) } : {};
  }

  /** Separates the proxy's own errors from those of the service. */
  #recordOrigin(response: ProxyResponse, before: number): void {
    const received = this.settings.service?.received.slice(before) ?? [];
    if (received.some(({ isAnswered }) => isAnswered)) {
      if (response.text !== '') this.#serviceBodies.add(response.text);
    } else if (response.status >= 400 && !this.#serviceBodies.has(response.text)) {
      if (this.reachesService || isProblem(response)) this.ownErrors.push(response);
    }
  }

  #recordMode(mode: Mode | undefined): void {
    if (mode) this.#modes.add(mode);
  }
}

const isBodyAlreadyRead = (response: ProxyResponse) => parseProblem(jsonOf(response))?.code === 'body_already_read';

/** A token that a page sends and that must not reach the service. Does not look like an API key. */
export const PAGE_TOKEN = 'from-the-page';

/** Whether a payment reached the service, which accepts all, but the page received a refusal. */
export const isSentAndRefused = ({ response, received }: PaymentResult): boolean =>
  received.length > 0 && !isSuccess(response);

export const SENT_AND_REFUSED = 'The proxy refused the payment but sent it to the service: the card may be charged.';
