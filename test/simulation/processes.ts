import type { PaymentProxy, PaymentProxyOptions, SettledPayment } from 'payment-widget-proxy';
import type { Clock } from 'payment-widget/contract/clock';
import { samplePayment } from '../support/sample-payment.js';
import type { ProxyCode } from './bundle.js';
import type { Judge } from './judge.js';
import type { Scenario } from './scenarios.js';
import type { PaymentsService } from './service.js';
import type { SharedStore } from './store.js';
import type { Machine, Step, Way, World } from './world.js';

export const PROXY_URL = 'https://shop.example/pay';
export const SECRET = 'a-secret-of-the-shop-of-32-bytes';
export const { amount, currency } = samplePayment();
export const ORDER = { amount, currency, reference: 'order-1042' };

interface Process {
  readonly machine: Machine;
  /** Created when it is needed, since that takes as long as a payment. */
  readonly proxy: () => PaymentProxy;
  isClosed?: boolean;
  /** What ends the connections of the pages if the process dies. */
  readonly connections: Set<() => void>;
}

interface Parts {
  readonly store: SharedStore;
  readonly service: PaymentsService;
  readonly judge: Judge;
}

/** A request of a page. */
interface Message {
  readonly path: string;
  readonly key: string;
  readonly init: RequestInit & { readonly headers: Headers };
  readonly page: Machine;
  /** In whose course its answer arrives. */
  readonly course: string;
  /** The usual process, for the first copy. */
  readonly usual: number;
  /** The browser has sent it again, and waits for the other one. */
  readonly isCopy?: boolean;
  readonly end: (answer: Response | Error) => void;
}

/** The processes of the shop's proxy, and the network in front of them. */
export class Processes {
  /** What the shop knows: its price, or no such order. */
  price: number | undefined = amount;
  readonly #list: Process[] = [];
  readonly #world: World;
  readonly #parts: Parts;
  readonly #scenario: Scenario;
  readonly #code: readonly ProxyCode[];
  #messages = 0;

  constructor(world: World, scenario: Scenario, code: readonly ProxyCode[], parts: Parts) {
    this.#world = world;
    this.#scenario = scenario;
    this.#code = code;
    this.#parts = parts;
    for (let index = 0; index < (scenario.processes ?? 2); index++) this.#list.push(this.#start(index));
  }

  get machines(): readonly Machine[] {
    return this.#list.map(({ machine }) => machine);
  }

  crash(index: number): void {
    const { machine, connections } = this.#list[index] as Process;
    machine.isDead = true;
    for (const breakOff of connections) breakOff();
    this.#list[index] = this.#start(index);
  }

  close(index: number): void {
    const process = this.#list[index] as Process;
    process.isClosed = true;
    void process.proxy().close();
  }

  /** All accept payments, and their clocks are right. */
  repair(): void {
    for (const index of this.#list.keys()) if (this.#list[index]?.isClosed) this.crash(index);
    for (const machine of this.machines) machine.ahead = 0;
  }

  /** What an operator does who looks up each open attempt at the service. */
  resolve(index: number): void {
    const { proxy } = this.#list[index] as Process;
    for (const { key, record } of this.#parts.store.records) {
      if (record.state !== 'sent' && record.state !== 'unknown') continue;
      const outcome = this.#parts.service.isCharged(key) ? 'succeeded' : 'failed';
      void proxy()
        .resolve(key, outcome)
        .catch(() => undefined);
    }
  }

  deliver(index: number): void {
    void this.#list[index]
      ?.proxy()
      .deliverSettled()
      .catch(() => undefined);
  }

  #start(index: number): Process {
    const { store, service } = this.#parts;
    const machine = { name: `P${index + 1}`, ahead: this.#scenario.ahead?.[index] ?? 0, isDead: false };
    const { tokens = true } = this.#scenario;
    const resolvePayment = () => (this.price === undefined ? undefined : { ...ORDER, amount: this.price });
    const options: PaymentProxyOptions = {
      ...{ baseUrl: 'http://localhost:2', apiKey: 'sk_test', mode: 'test', logger: () => undefined },
      ...{ store: store.of(machine), fetch: service.fetchOf(machine) },
      upstreamHonoursIdempotency: this.#scenario.knowsKeys ?? false,
      limits: { attemptsPerReference: 50 },
      onSettled: (settled) => this.#tell(machine, settled),
      ...(tokens ? { orderTokenSecret: SECRET } : { resolvePayment }),
    };
    const { createPaymentProxy } = this.#code[index % this.#code.length] as ProxyCode;
    const create = createPaymentProxy as (options: PaymentProxyOptions, clock: Clock) => PaymentProxy;
    let proxy: PaymentProxy | undefined;
    return { machine, proxy: () => (proxy ??= create(options, this.#world.clockOf(machine))), connections: new Set() };
  }

  #tell(machine: Machine, { idempotencyKey: key, outcome }: SettledPayment): Promise<void> {
    return new Promise((resolve, reject) => {
      const told = `the shop is told by ${machine.name} that ${key.slice(0, 4)} is ${outcome}`;
      this.#world.later([
        {
          label: told,
          run: () => {
            this.#parts.judge.told(key, outcome);
            resolve();
          },
        },
        { label: `${told}, and fails`, run: () => reject(new Error('The shop is busy.')) },
      ]);
    });
  }

  /** The `fetch` of a page. */
  fetchOf(page: Machine): (url: string, init: RequestInit) => Promise<Response> {
    return (url, init) => {
      const path = new URL(url).pathname.slice('/pay'.length);
      const knows = this.#list.length > 0;
      const config = { mode: 'test', ...(knows && { idempotency: true, recovery: true, binding: true }) };
      if (path === '/config') return Promise.resolve(Response.json(config));
      const headers = new Headers(init.headers);
      const key = headers.get('Idempotency-Key') ?? '';
      const { course } = this.#world;
      return new Promise((resolve, reject) => {
        const end = (answer: Response | Error) => {
          if (page.isDead) return;
          if (answer instanceof Error) reject(answer);
          else resolve(answer);
        };
        init.signal?.addEventListener('abort', () => end(init.signal?.reason as Error));
        const usual = (this.#messages += 1);
        this.#send({ path, key, init: { ...init, headers }, page, course, usual, end });
      });
    };
  }

  /** On its way to one of the processes. A browser repeats a request if the connection breaks. */
  #send(message: Message, isLate = false): void {
    const { usual, course, init, isCopy } = message;
    const what = nameOf(message);
    const arrive = (index: number): Way => ({
      label: `${what} arrives at P${index + 1}`,
      run: () => void this.#handle(this.#list[index] as Process, message),
    });
    const arrivals = this.#list.map((_, index) => arrive((usual + index) % this.#list.length));
    const pass: Way = { label: `${what} arrives at the proxy`, run: () => void this.#passOn(message) };
    const double: Way = {
      label: `the connection of ${what} breaks, and the browser repeats it`,
      run: () => {
        const copy = { isCopy: true, course: `${this.#world.course}'`, usual: usual + 1, end: () => undefined };
        this.#send({ ...message, ...copy }, true);
        this.#send({ ...message, course: this.#world.course });
      },
    };
    const mayRepeat = arrivals.length > 0 && init.method === 'POST' && !isCopy;
    const lose: Way = { label: `${what} is lost`, run: () => message.end(lost()) };
    const [first = pass, ...others] = arrivals;
    const ways: Step['ways'] = [first, ...others, ...(mayRepeat ? [double] : []), ...(isCopy ? [] : [lose])];
    this.#world.later(ways, { course, isLate });
  }

  async #handle({ machine, proxy, connections }: Process, message: Message): Promise<void> {
    const { course, end, isCopy } = message;
    this.#world.course = `${course}>${machine.name}`;
    const connection = new AbortController();
    const { keepalive: _, signal, ...init } = message.init;
    if (!isCopy) signal?.addEventListener('abort', () => connection.abort());
    const breakOff = () => {
      const label = `the connection of ${nameOf(message)} breaks`;
      this.#world.later([{ label, run: () => end(lost()) }], { course });
    };
    connections.add(breakOff);
    const request = new Request(PROXY_URL + message.path, { ...init, signal: connection.signal });
    const response = await proxy()(request);
    const text = await response.text();
    if (machine.isDead) return;
    connections.delete(breakOff);
    this.#answer(message, response, text);
  }

  #answer(message: Message, { status, headers }: Response, text: string): void {
    const { course, key, page, init, end } = message;
    if (message.isCopy) return;
    const what = `the answer ${status} to ${nameOf(message)}`;
    const arrive = () => {
      if (!page.isDead) this.#parts.judge.answered(key, init.method !== 'POST', status, text);
      end(new Response(text, { status, headers }));
    };
    const ways: Step['ways'] = [
      { label: `${what} arrives`, run: arrive },
      { label: `${what} is lost`, run: () => end(lost()) },
    ];
    this.#world.later(ways, { course });
  }

  /** By a proxy that knows no keys. */
  async #passOn(message: Message): Promise<void> {
    const request = new Request('http://localhost:2', { method: 'POST', headers: message.init.headers });
    const send = this.#parts.service.fetchOf({ name: 'the proxy', ahead: 0, isDead: false });
    const response = await send(request).catch(() => new Response(null, { status: 502 }));
    this.#answer(message, response, await response.text());
  }
}

const lost = () => new TypeError('Failed to fetch');

const nameOf = ({ path, key, page, isCopy }: Message): string =>
  `the ${isCopy ? 'copy of the ' : ''}${path.startsWith('/attempts') ? 'question' : 'payment'} ${key.slice(0, 4)} of ${page.name}`;
