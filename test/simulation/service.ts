import type { Machine, Step, Way, World } from './world.js';

const json = (status: number, body: object, headers = {}) => Response.json(body, { status, headers });

type Create = () => Response | Error;

/** The answers, and whether the card is charged. The first one is the usual one. */
const ANSWERS: readonly (readonly [what: string, isCharged: boolean, Create])[] = [
  ['charges it', true, () => json(200, { id: 'pay_1' })],
  ['declines it', false, () => json(402, { code: 'card_declined' })],
  ['charges it and accepts it with 202', true, () => json(202, { id: 'pay_1' })],
  ['answers 429', false, () => json(429, {}, { 'Retry-After': '1' })],
  ['answers 500', false, () => json(500, {})],
  ['charges it and answers 500', true, () => json(500, {})],
  ['charges it, and the connection breaks', true, () => reset('read')],
  ['breaks the connection', false, () => reset('read')],
  ['does not listen', false, () => reset('connect')],
];

function reset(syscall: string): Error {
  const code = syscall === 'connect' ? 'ECONNREFUSED' : 'ECONNRESET';
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code, syscall }) });
}

/** Longer than a proxy waits. What is on its way for longer has arrived, or never will. */
const LONGEST_MS = 40_000;

/** The payments service. It charges for each request, unless it knows keys. */
export class PaymentsService {
  /** The keys, in the order of the charges. */
  readonly charges: string[] = [];
  /** How many payments it declines before it charges. */
  declines = 0;
  readonly #answered = new Map<string, Create>();
  readonly #world: World;
  readonly #knowsKeys: boolean;

  constructor(world: World, knowsKeys: boolean) {
    this.#world = world;
    this.#knowsKeys = knowsKeys;
  }

  isCharged(key: string): boolean {
    return this.charges.includes(key);
  }

  /** The `fetch` of a process. A request that is aborted arrives at once, or never. */
  fetchOf(machine: Machine): (request: Request) => Promise<Response> {
    return ({ headers, signal }) =>
      new Promise((resolve, reject) => {
        const key = headers.get('Idempotency-Key') ?? '';
        const end = (answer: Response | Error) => {
          if (machine.isDead) return;
          if (answer instanceof Error) reject(answer);
          else resolve(answer);
        };
        const way = ([what, isCharged, answer]: (typeof ANSWERS)[number]): Way => ({
          label: `the service ${what} (${key.slice(0, 4)} of ${machine.name})`,
          run: () => this.#answer(`${key.slice(0, 4)} to ${machine.name}`, this.#process(key, isCharged, answer), end),
        });
        const [charge, decline, ...others] = ANSWERS.map(way) as [Way, Way, ...Way[]];
        const ways: Step['ways'] = this.declines-- > 0 ? [decline, charge, ...others] : [charge, decline, ...others];
        const remove = this.#world.later(ways, { deadline: this.#world.now + LONGEST_MS });
        signal.addEventListener('abort', () => {
          remove();
          reject(signal.reason as Error);
        });
      });
  }

  /** The answer to a known key is that to its charge. */
  #process(key: string, isCharged: boolean, answer: Create): Create {
    const known = this.#knowsKeys ? this.#answered.get(key) : undefined;
    if (isCharged && !known) this.charges.push(key);
    if (isCharged) this.#answered.set(key, known ?? answer);
    return known ?? answer;
  }

  #answer(whose: string, create: Create, end: (answer: Response | Error) => void): void {
    this.#world.later([
      { label: `the answer of the service arrives (${whose})`, run: () => end(create()) },
      { label: `the answer of the service is lost (${whose})`, run: () => end(reset('read')) },
    ]);
  }
}
