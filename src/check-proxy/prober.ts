import type { ErrorOutcome } from '../contract/errors.js';
import { parseConfig, parseProblem } from '../contract/parse.js';
import type { EncryptionKey } from '../contract/encryption-key.js';
import type { PaymentRequest, PlainPayment, ProxyConfig } from '../contract/schema.js';
import {
  ATTEMPTS_PATH,
  CONFIG_PATH,
  createIdempotencyKey,
  IDEMPOTENCY_KEY,
  JSON_TYPE,
  classifyStatus,
  parseAnswer,
  PAYMENTS_MODE,
  PAYMENTS_PATH,
  toMode,
  type Mode,
} from '../contract/protocol.js';
import { createRedactor } from '../proxy/redact.js';
import { holdsSecret } from '../contract/secrets.js';
import { bodyHolds } from './leak-detector.js';
import { exchange, NoAnswerError, type Answer } from './http.js';
import type { Received, ServiceStandIn } from './fake-service.js';
import { OPTIONS, type Ways } from './hints.js';

/** What is checked, and with what. */
export interface Settings {
  /** `{proxy-url}`: what a page gives the widget. */
  readonly url: URL;
  /** An origin whose pages may use the proxy, beside its own. */
  readonly origin?: string | undefined;
  readonly amount: number;
  readonly currency: string;
  /** What the references of the orders begin with. */
  readonly reference: string;
  /** A card for tests. */
  readonly card: string;
  /** How long the proxy may take for an answer, in ms. */
  readonly wait: number;
  /** How long it may take to give the service up, in ms. */
  readonly patience: number;
  /** Checks a proxy that holds a Live key, with what nobody can charge. */
  readonly live: boolean;
  /** The proxy's API key, where it is known: looked for in every answer, and sent nowhere. */
  readonly apiKey?: string | undefined;
  readonly service?: ServiceStandIn | undefined;
  /** What advice says of how to give more. */
  readonly ways: Ways;
}

/** What is checked where nobody says anything else. */
export const USUAL: Omit<Settings, 'url'> = {
  amount: 4999,
  currency: 'EUR',
  reference: 'check-proxy-',
  card: '4242424242424242',
  wait: 55_000, // as long as the widget waits
  patience: 33_000, // 30 s by the contract, and some for the way
  live: false,
  ways: OPTIONS,
};

/** What a proxy has said of a payment. */
export interface Paid {
  readonly key: string;
  readonly payment: PlainPayment;
  readonly answer: Answer;
  /** What came to the stand-in meanwhile. */
  readonly received: readonly Received[];
}

/** What may be other than usual about a request. A header that is `undefined` is left out. */
export interface Change {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

export interface PaymentChange extends Change {
  readonly key?: string;
  readonly amount?: number;
  readonly reference?: string;
  readonly description?: string;
  readonly metadata?: PlainPayment['metadata'];
}

/** The proxy holds a Live key, and nobody has asked for that. */
export class LiveKeyError extends Error {
  override readonly name = 'LiveKeyError';
}

/** Nothing that could be charged is sent any more: nobody knows which kind of key it is. */
export class TwoModesError extends Error {
  override readonly name = 'TwoModesError';
}

const CVC = '123';

/** Talks to a proxy as the widget does, or otherwise where a check wants that; and remembers every answer. */
export class Prober {
  readonly settings: Settings;
  /** What the proxy has answered by itself, in order; what the service was made to repeat is not among it. */
  readonly answers: Answer[] = [];
  /** The errors among them that the proxy has made itself, as far as that is to be seen. */
  readonly ownErrors: Answer[] = [];
  /** The API keys that are known. */
  readonly apiKeys = new Set<string>();
  readonly #modes = new Set<Mode>();
  /** What the service has said, as it came back: a proxy may say it again later. */
  readonly #passedOn = new Set<string>();
  #orders = 0;
  #config: Answer | undefined;
  #first: Paid | undefined;
  #silence: NoAnswerError | undefined;

  constructor(settings: Settings) {
    this.settings = settings;
    if (settings.apiKey) this.apiKeys.add(settings.apiKey);
  }

  /** The answer of `/config`. */
  get configAnswer(): Answer {
    if (!this.#config) throw new Error('meet() comes first.');
    return this.#config;
  }

  /** What the proxy says that it can do; `{}` when it says nothing. */
  get config(): ProxyConfig {
    return (this.configAnswer.status === 200 && parseConfig(jsonOf(this.configAnswer))) || {};
  }

  /** The first payment of all. */
  get first(): Paid {
    if (!this.#first) throw new Error('The check of the first payment comes first.');
    return this.#first;
  }

  get service(): ServiceStandIn {
    if (!this.settings.service) throw new Error('There is no stand-in.');
    return this.settings.service;
  }

  get card(): { readonly number: string; readonly cvc: string } {
    return { number: this.settings.card, cvc: CVC };
  }

  /** Whether the proxy was seen to send to the stand-in. */
  get reachesService(): boolean {
    return (this.#first?.received.length ?? 0) > 0;
  }

  /** Whether a proxy has answered the first payment; and not a page, a login or a server that knows no such path. */
  get isProxy(): boolean {
    if (!this.#first || this.#speaksContract) return true;
    const { answer, received } = this.#first;
    if (received.length > 0 || !isOfOthers(answer)) return true;
    // Whoever says a key has one, and that must not go unseen.
    return holdsSecret(answer.text) || bodyHolds(answer, createRedactor([...this.apiKeys]));
  }

  /** Whether anything that was said is of the contract, beside an accepted payment. */
  get #speaksContract(): boolean {
    const answer = this.#first?.answer;
    return this.#modes.size > 0 || Object.keys(this.config).length > 0 || (answer !== undefined && isProblem(answer));
  }

  /** Why the first payment got no answer. The next requests with a body would wait as long, so they are not sent. */
  get silence(): NoAnswerError | undefined {
    return this.#silence;
  }

  /** What the proxy says that its key is; nothing, too, when it says both. */
  get mode(): Mode | undefined {
    const [mode, other] = this.#modes;
    return other ? undefined : mode;
  }

  /** Whether it says now this and now that. */
  get hasTwoModes(): boolean {
    return this.#modes.size > 1;
  }

  /** Asks what the proxy is, before anything is paid. @throws {LiveKeyError | NoAnswerError} */
  async meet(): Promise<void> {
    try {
      this.#config = await this.send({ method: 'GET', path: CONFIG_PATH });
    } catch (error) {
      const isBroken = error instanceof NoAnswerError && error.reason === 'broken';
      if (!isBroken || this.settings.url.protocol === 'https:') throw error;
      throw new NoAnswerError('broken', `${error.message} If it speaks TLS, write https://.`, { cause: error });
    }
    // A proxy without /config may still name its mode here, and this charges nobody.
    await this.send({ method: 'HEAD', path: PAYMENTS_PATH });
  }

  /** Sends any request, from the proxy's own origin unless a header says otherwise. @throws {LiveKeyError | NoAnswerError} */
  async send({ method = 'POST', path = PAYMENTS_PATH, headers = {}, body }: Change, isEcho = false): Promise<Answer> {
    if (this.#silence && method === 'POST') throw this.#silence;
    const { url } = this.settings;
    const { origin, pathname } = url;
    const own = { Accept: JSON_TYPE, Origin: origin, 'Sec-Fetch-Site': 'same-origin' };
    const all = Object.entries({ ...own, ...headers }).filter((entry): entry is [string, string] => !!entry[1]);
    const before = this.settings.service?.received.length ?? 0;
    const answer = await exchange(
      { url, path: pathname.replace(/\/+$/, '') + path, method, headers: Object.fromEntries(all), body },
      this.settings.wait,
    );
    if (!isEcho) this.answers.push(answer);
    if (method !== 'HEAD') this.#attribute(answer, before); // that has no body
    this.#hear(path === CONFIG_PATH && answer.status === 200 ? parseConfig(jsonOf(answer))?.mode : undefined);
    this.#hear(toMode(answer.headers.get(PAYMENTS_MODE)));
    if (this.mode === 'live' && !this.settings.live) {
      throw new LiveKeyError('The proxy says that it holds a Live key.');
    }
    return answer;
  }

  /** Asks what became of an attempt. */
  ask(key: string): Promise<Answer> {
    return this.send({ method: 'GET', path: ATTEMPTS_PATH + key });
  }

  /** Pays a new order, under a new key, as the widget does. */
  async pay(change: PaymentChange = {}, isEcho = false): Promise<Paid> {
    if (this.hasTwoModes) throw new TwoModesError();
    const { key = createIdempotencyKey(), headers, body, ...rest } = change;
    const payment = this.payment(rest);
    const before = this.settings.service?.received.length ?? 0;
    const answer = await this.send(
      {
        ...rest,
        headers: { 'Content-Type': JSON_TYPE, [IDEMPOTENCY_KEY]: key, ...headers },
        body: body ?? JSON.stringify(await this.sealed(payment, key)),
      },
      isEcho,
    );
    const received = this.settings.service?.received.slice(before) ?? [];
    for (const { headers } of received) {
      const [, apiKey] = /^Bearer (\S{6,})$/.exec(headers.authorization ?? '') ?? [];
      if (apiKey && apiKey !== PAGE_TOKEN) this.apiKeys.add(apiKey);
    }
    return { key, payment, answer, received };
  }

  /** As {@link pay}, and remembered as the first. */
  async payFirst(): Promise<Paid> {
    try {
      this.#first = await this.pay();
    } catch (error) {
      if (error instanceof NoAnswerError && error.reason === 'silent') this.#silence = error;
      throw error;
    }
    const { answer, received } = this.#first;
    // Only the stand-in, or a problem document, tells that it is none of the service.
    const isOwn = received.length === 0 && (this.settings.service !== undefined || isProblem(answer));
    if (answer.status === 408 && isOwn) this.#silence = new NoAnswerError('silent', 'It answered 408.');
    return this.#first;
  }

  /** A payment of a new order. */
  payment({ amount, reference, description, metadata }: PaymentChange = {}): PlainPayment {
    const { settings } = this;
    return {
      amount: amount ?? settings.amount,
      currency: settings.currency,
      reference: reference ?? `${settings.reference}${createIdempotencyKey().slice(0, 8)}-${++this.#orders}`,
      customer: { name: 'Proxy Check' },
      payment_method: {
        type: 'card',
        card: { number: settings.card, exp_month: 12, exp_year: new Date().getFullYear() + 2, cvc: CVC },
      },
      ...(description && { description }),
      ...(metadata && { metadata }),
    };
  }

  /** The payment as this proxy wants it: with its card encrypted, where it has a key for that. */
  async sealed(payment: PlainPayment, key: string): Promise<PaymentRequest> {
    const { encryption_key: encryptionKey } = this.config;
    if (!encryptionKey) return payment;
    const { encryptCard } = await import('../contract/encrypt-card.js');
    const { amount, currency, reference, payment_method: method } = payment;
    const iat = Math.floor(Date.now() / 1000);
    const secret = { iat, idempotency_key: key, amount, currency, ...(reference && { reference }), card: method.card };
    return { ...payment, payment_method: await encryptCard(secret, encryptionKey as EncryptionKey) };
  }

  /** Tells the proxy's own errors from those of the service. */
  #attribute(answer: Answer, before: number): void {
    const received = this.settings.service?.received.slice(before) ?? [];
    if (received.some(({ isAnswered }) => isAnswered)) {
      if (answer.text !== '') this.#passedOn.add(answer.text);
    } else if (answer.status >= 400 && !this.#passedOn.has(answer.text)) {
      if (this.reachesService || isProblem(answer)) this.ownErrors.push(answer);
    }
  }

  #hear(mode: Mode | undefined): void {
    if (mode) this.#modes.add(mode);
  }
}

/** What a page that has no business with keys sends as one; not of the shape that the mask of secrets knows. */
export const PAGE_TOKEN = 'from-the-page';

/** The body as JSON, if it is any. */
export function jsonOf({ text }: Pick<Answer, 'text'>): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether it says that it is a problem document. */
export const isProblem = ({ headers }: Answer): boolean =>
  headers.get('Content-Type')?.startsWith('application/problem+json') ?? false;

/** Whether it is a web page, and not JSON that is called one. */
export const isPage = (answer: Answer): boolean =>
  parseAnswer(answer.text, answer.headers).kind === 'page' && jsonOf(answer) === undefined;

export const isRedirect = ({ status }: Answer): boolean => status >= 300 && status < 400;

/** Whether servers answer so that know no such path, or let nobody in. */
export const isElsewhere = (answer: Answer): boolean => isRedirect(answer) || [401, 404, 405].includes(answer.status);

/** Whether servers answer so that have nothing to do with payments. */
const isOfOthers = (answer: Answer): boolean => isElsewhere(answer) || (answer.status < 500 && isPage(answer));

/** What the widget reads from an answer: what became of the money. */
export function outcomeOf(answer: Answer): 'paid' | 'pending' | ErrorOutcome {
  if (!answer.isWhole) return 'unknown';
  const { outcome } = classifyStatus(answer.status, parseAnswer(answer.text, answer.headers));
  const isGood = outcome === 'paid' || outcome === 'pending';
  return isGood ? outcome : (parseProblem(jsonOf(answer))?.outcome ?? outcome);
}

/** An answer in a few words, of which none can be a secret. */
export function describe(answer: Answer): string {
  const { code } = parseProblem(jsonOf(answer)) ?? {};
  const word = code && /^[a-z_]{1,40}$/.test(code) ? ` ${code}` : '';
  return `${answer.status}${word}${answer.isWhole ? '' : ', cut short'}`;
}

/** Whether a payment came to the service, which takes all, and the page was told that it is refused. */
export const isSentAndRefused = ({ answer, received }: Paid): boolean => received.length > 0 && !isGood(answer);

export const SENT_AND_REFUSED = 'It was refused, and came to the service all the same: somebody may have been charged.';

/** Whether an answer says that the request was taken. */
export const isGood = ({ status }: Answer): boolean => status >= 200 && status < 300;
