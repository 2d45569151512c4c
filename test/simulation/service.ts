import type { Machine, Step, Way, World } from './world.js';

const json = (status: number, body: object, headers = {}) => Response.json(body, { status, headers });

/** The answers that are not usual, and whether the card is charged. */
const ANSWERS: readonly [string, isCharged: boolean, () => Response | Error][] = [
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
  readonly #answered = new Map<string, () => Response | Error>();
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
    return (request) =>
      new Promise((resolve, reject) => {
        const key = request.headers.get('Idempotency-Key') ?? '';
        const way = (what: string, isCharged: boolean, answer: () => Response | Error): Way => ({
          label: `the service ${what} (${key.slice(0, 4)} of ${machine.name})`,
          run: () => {
            this.#answer(machine, key, isCharged, answer, (result) => {
              if (result instanceof Error) reject(result);
              else resolve(result);
            });
          },
        });
        const [decline, ...others] = ANSWERS.map((each) => way(...each)) as [Way, ...Way[]];
        const charge = way('charges it', true, () => json(200, { id: 'pay_1' }));
        const ways: Step['ways'] = this.declines-- > 0 ? [decline, charge, ...others] : [charge, decline, ...others];
        const deadline = this.#world.now + LONGEST_MS;
        const remove = this.#world.later(ways, { deadline });
        request.signal.addEventListener('abort', () => {
          remove();
          reject(request.signal.reason as Error);
        });
      });
  }

  #answer(
    machine: Machine,
    key: string,
    isCharged: boolean,
    create: () => Response | Error,
    end: (answer: Response | Error) => void,
  ) {
    const known = this.#knowsKeys ? this.#answered.get(key) : undefined;
    const answer = known ?? create;
    if (isCharged && !known) this.charges.push(key);
    if (isCharged) this.#answered.set(key, answer);
    const give = (label: string, run: () => Response | Error): Way => ({
      label: `${label} (${key.slice(0, 4)} to ${machine.name})`,
      run: () => {
        if (!machine.isDead) end(run());
      },
    });
    this.#world.later([
      give('the answer of the service arrives', answer),
      give('the answer of the service is lost', () => reset('read')),
    ]);
  }
}
