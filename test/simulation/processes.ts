import type { PaymentProxy, PaymentProxyOptions, SettledPayment } from 'payment-widget-proxy';
import type { Clock } from '../../src/contract/clock.js';
import { samplePayment } from '../support/sample-payment.js';
import type { ProxyCode } from './bundle.js';
import type { Judge } from './judge.js';
import type { Scenario } from './scenarios.js';
import type { PaymentsService } from './service.js';
import type { SharedStore } from './store.js';
import { type Machine, type Step, type Way, type World } from './world.js';

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

/** A request of a page. */
interface Message {
  readonly path: string;
  readonly key: string;
  readonly init: RequestInit;
  readonly page: Machine;
}

type Ending = (answer: Response | Error) => void;

/** The processes of the shop's proxy, and the network in front of them. */
export class Processes {
  /** What the shop knows: its price, or no such order. */
  price: number | undefined = amount;
  readonly #list: Process[] = [];
  readonly #world: World;
  readonly #parts: { readonly store: SharedStore; readonly service: PaymentsService; readonly judge: Judge };
  readonly #scenario: Scenario;
  readonly #code: readonly ProxyCode[];
  #messages = 0;

  constructor(world: World, scenario: Scenario, code: readonly ProxyCode[], parts: Processes['parts']) {
    this.#world = world;
    this.#scenario = scenario;
    this.#code = code;
    this.#parts = parts;
    for (let index = 0; index < (scenario.processes ?? 2); index++) this.#list.push(this.#start(index));
  }

  get parts() {
    return this.#parts;
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
      const { pathname } = new URL(url);
      const path = pathname.slice('/pay'.length);
      const isForeign = this.#list.length === 0;
      if (path === '/config') {
        const config = isForeign ? {} : { idempotency: true, recovery: true };
        return Promise.resolve(Response.json({ mode: 'test', ...config }));
      }
      const headers = new Headers(init.headers);
      const message = { path, init: { ...init, headers }, key: headers.get('Idempotency-Key') ?? '', page };
      return new Promise((resolve, reject) => {
        const { course } = this.#world;
        let isOver = false;
        const end: Ending = (answer) => {
          if (isOver || page.isDead) return;
          isOver = true;
          if (answer instanceof Error) reject(answer);
          else resolve(answer);
        };
        init.signal?.addEventListener('abort', () => end(init.signal?.reason as Error));
        if (isForeign) this.#sendToForeign(message, end);
        else this.#send(message, (this.#messages += 1), { course }, end);
      });
    };
  }

  /** On its way to one of the processes. A browser repeats a request if the connection breaks. */
  #send(
    message: Message,
    number: number,
    change: Partial<Step> & { isLate?: boolean },
    end: Ending,
    isCopy = false,
  ): void {
    const what = `${isCopy ? 'the copy of ' : ''}${nameOf(message)}`;
    const usual = (number + (isCopy ? 1 : 0)) % this.#list.length;
    const arrive = (index: number): Way => ({
      label: `${what} arrives at P${index + 1}`,
      run: () => void this.#handle(index, message, end, isCopy),
    });
    const lose: Way = { label: `${what} is lost`, run: () => end(new TypeError('Failed to fetch')) };
    const double: Way = {
      label: `the connection of ${what} breaks, and the browser repeats it`,
      run: () => {
        const { course } = this.#world;
        this.#send(message, number, { course: `${course}'`, isLate: true }, () => undefined, true);
        this.#send(message, number, { course }, end);
      },
    };
    const others = this.#list.flatMap((_, index) => (index === usual ? [] : [arrive(index)]));
    const mayRepeat = message.init.method === 'POST' && !isCopy;
    this.#world.later([arrive(usual), ...others, ...(mayRepeat ? [double] : []), ...(isCopy ? [] : [lose])], change);
  }

  async #handle(index: number, message: Message, end: Ending, isCopy: boolean): Promise<void> {
    const { machine, proxy, connections } = this.#list[index] as Process;
    const asked = this.#world.course;
    this.#world.course = `${asked}>${machine.name}`;
    const connection = new AbortController();
    const signal = isCopy ? undefined : (message.init.signal ?? undefined);
    signal?.addEventListener('abort', () => connection.abort());
    const breakOff = () => {
      this.#world.later(
        [{ label: `the connection of ${nameOf(message)} breaks`, run: () => end(new TypeError('Failed to fetch')) }],
        { course: asked },
      );
    };
    connections.add(breakOff);
    const { keepalive: _, ...init } = message.init;
    const response = await proxy()(
      new Request(`https://shop.example/pay${message.path}`, { ...init, signal: connection.signal }),
    );
    const text = await response.text();
    if (machine.isDead) return;
    connections.delete(breakOff);
    const { status, headers } = response;
    this.#answer(message, asked, { status, headers, text }, end, isCopy);
  }

  #answer(message: Message, course: string, { status, headers, text }: Answer, end: Ending, isCopy: boolean): void {
    if (isCopy) return;
    const what = `the answer ${status} to ${nameOf(message)}`;
    const arrive = () => {
      if (!message.page.isDead) this.#parts.judge.answered(message.key, message.init.method ?? 'GET', status, text);
      end(new Response(text, { status, headers }));
    };
    const lose = () => end(new TypeError('Failed to fetch'));
    const ways: Step['ways'] = [
      { label: `${what} arrives`, run: arrive },
      { label: `${what} is lost`, run: lose },
    ];
    this.#world.later(ways, { course });
  }

  /** A proxy that knows no keys, and passes each payment on. */
  #sendToForeign(message: Message, end: Ending): void {
    const { course } = this.#world;
    const send = async () => {
      const request = new Request('http://localhost:2', { method: 'POST', headers: message.init.headers ?? {} });
      const machine = { name: 'the proxy', ahead: 0, isDead: false };
      const response = await this.#parts.service
        .fetchOf(machine)(request)
        .catch(() => new Response(null, { status: 502 }));
      const { status, headers } = response;
      this.#answer(message, course, { status, headers, text: await response.text() }, end, false);
    };
    const lose = () => end(new TypeError('Failed to fetch'));
    this.#world.later([
      { label: `${nameOf(message)} arrives at the proxy`, run: () => void send() },
      { label: `${nameOf(message)} is lost`, run: lose },
    ]);
  }
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const nameOf = ({ path, key, page }: Message): string =>
  `the ${path === '/attempts' ? 'question' : 'payment'} ${key.slice(0, 4)} of ${page.name}`;
