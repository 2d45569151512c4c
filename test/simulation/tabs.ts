import type { PaymentOutcome } from 'payment-widget/payment/outcome';
import type { PaymentSession } from 'payment-widget/payment/payment-session';
import type { SessionState } from 'payment-widget/payment/session-state';
import { samplePayment } from '../support/sample-payment.js';
import { cryptoOf, dateAt, type Code, type PageScope } from './bundle.js';
import type { Judge } from './judge.js';
import { ORDER, PROXY_URL, type Processes } from './processes.js';
import type { Machine, World } from './world.js';

/** A browser: what its tabs share. */
export class Browser {
  readonly storage = new Storage();
  readonly locks = new Map<string, Machine>();
  readonly tabs = new Set<Tab>();
}

type Receive = (event: { readonly data: unknown }) => void;

interface Parts {
  readonly world: World;
  readonly code: Code;
  readonly processes: Processes;
  readonly judge: Judge;
  readonly token: string | undefined;
}

/** A tab with the payment page of one order. Its shopper presses Pay whenever that is possible, a few times. */
export class Tab {
  readonly name: string;
  readonly #browser: Browser;
  readonly #parts: Parts;
  readonly #storage = new Storage();
  #pressesLeft: number;
  #pages = 0;
  #page: Machine | undefined;
  #session: PaymentSession | undefined;
  #receive: Receive | undefined;
  #isPressing = false;
  #before = '';
  /** The key of the last attempt. */
  #pressed: string | undefined;

  constructor(name: string, presses: number, browser: Browser, parts: Parts) {
    this.name = name;
    this.#pressesLeft = presses;
    this.#browser = browser;
    this.#parts = parts;
    browser.tabs.add(this);
    this.open();
  }

  get state(): string {
    return this.#session?.state.name ?? 'idle';
  }

  /** Whether the attempt that this tab has begun last is charged. */
  hasCharge(isCharged: (key: string) => boolean): boolean {
    return this.#pressed !== undefined && isCharged(this.#pressed);
  }

  /** Presses Pay no more. */
  rest(): void {
    this.#pressesLeft = 0;
  }

  get storage(): unknown {
    return [this.#storage, this.#pressesLeft, this.state];
  }

  /** Also a reload. */
  open(): void {
    const { world, code, token } = this.#parts;
    if (this.#page) this.#page.isDead = true;
    const page: Machine = { name: `${this.name}.${++this.#pages}`, ahead: 0, isDead: false };
    this.#page = page;
    world.course = page.name;
    this.#isPressing = false;
    this.#before = '';
    const { PaymentSession, ProxyClient } = code.createPage(this.#scopeOf(page));
    const client = new ProxyClient(
      () => undefined,
      () => token,
    );
    let last: PaymentOutcome | undefined;
    const session = new PaymentSession(client, (state) => {
      const outcome = session.outcome === last ? undefined : session.outcome;
      last = session.outcome;
      if (!page.isDead) this.#onChange(state, outcome);
    });
    this.#session = session;
    void client.loadConfig(PROXY_URL);
    session.listen();
    session.resume({ ...ORDER, proxyUrl: PROXY_URL });
  }

  /** After each step. */
  act(): void {
    const { world } = this.#parts;
    const page = this.#page;
    if (this.#isPressing || this.#pressesLeft === 0 || !page || !this.#mayPress) return;
    this.#isPressing = true;
    const press = () => {
      if (page.isDead) return;
      this.#isPressing = false;
      if (!this.#mayPress) return;
      this.#pressesLeft--;
      if (this.#session) void this.#pay(this.#session, page);
    };
    world.later([{ label: `${this.name}: the shopper presses Pay`, run: press }], { course: page.name });
  }

  get #mayPress(): boolean {
    return this.state === 'idle' || this.state === 'failed';
  }

  async #pay(session: PaymentSession, page: Machine): Promise<void> {
    const attempt = await session.begin({ ...ORDER, proxyUrl: PROXY_URL });
    if ('outcome' in attempt || page.isDead) return;
    this.#pressed = attempt.idempotencyKey;
    this.#parts.judge.pressed(this.#pressed);
    await session.send(attempt, {
      ...{ order: ORDER, payment: samplePayment(), card: { brand: undefined, lastDigits: '4242' }, timeout: 55_000 },
      ...{ credentials: 'same-origin', buildRequest: undefined, proxyUrl: PROXY_URL },
    });
  }

  #onChange(state: SessionState, outcome: PaymentOutcome | undefined): void {
    const { judge, world } = this.#parts;
    const key = 'attempt' in state ? state.attempt.idempotencyKey : '';
    if (outcome?.outcome === 'paid') judge.said(outcome.idempotencyKey, 'paid', 'a page');
    if (outcome?.outcome === 'failed' && outcome.idempotencyKey)
      judge.said(outcome.idempotencyKey, 'not_charged', 'a page');
    if (state.name === 'idle' && this.#before) judge.said(this.#before, 'not_charged', 'a page with Pay');
    this.#before = key;
    if (outcome)
      world.trace.push(`    ${this.name} shows ${outcome.outcome} (${outcome.idempotencyKey?.slice(0, 4) ?? ''})`);
  }

  #scopeOf(page: Machine): PageScope {
    const { world, processes } = this.#parts;
    const now = () => world.now + page.ahead;
    const browser = this.#browser;
    const scope: PageScope = {
      Date: dateAt(now),
      Math: Object.assign(Object.create(Math) as Math, { random: () => 0.5 }),
      crypto: cryptoOf(() => world.nextBytes()),
      setTimeout: (run: () => void, ms: number) => world.wakeAfter(ms, page, run),
      clearTimeout: (remove?: () => void) => remove?.(),
      fetch: processes.fetchOf(page),
      sessionStorage: this.#storage,
      localStorage: browser.storage,
      navigator: { onLine: true, locks: { request: locksOf(browser, page) } },
      location: new URL('https://shop.example/checkout'),
      isSecureContext: true,
      BroadcastChannel: this.#channelOf(),
    };
    return { ...scope, globalThis: scope };
  }

  #channelOf() {
    const listen = (receive?: Receive) => (this.#receive = receive);
    const post = (data: unknown) => {
      for (const other of this.#browser.tabs) {
        if (other === this) continue;
        const label = `${other.name} learns that ${this.name} has paid`;
        this.#parts.world.later([{ label, run: () => other.#receive?.({ data }) }], { course: `${other.name}.news` });
      }
    };
    return class {
      set onmessage(receive: Receive) {
        listen(receive);
      }
      postMessage = post;
      close = () => listen();
    };
  }
}

/** Its own properties are the items, as in a browser. */
class Storage {
  [key: string]: unknown;

  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? (this[key] as string) : null;
  }

  setItem(key: string, value: string): void {
    this[key] = value;
  }

  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

function locksOf({ locks }: Browser, page: Machine) {
  return async (name: string, _options: object, act: (lock: object | null) => Promise<unknown> | undefined) => {
    const holder = locks.get(name);
    if (holder && !holder.isDead) return act(null);
    locks.set(name, page);
    try {
      return await act({});
    } finally {
      if (locks.get(name) === page) locks.delete(name);
    }
  };
}
