import type { QaModel } from './model.js';

/** What the server says about the switch. */
export type SwitchState = 'asking' | 'set' | 'not offered' | 'no order' | 'failed';

/** Tells the merchant's server what is to happen to the order's payments. The last wish counts, so they go one by one. */
export class ScenarioClient extends EventTarget {
  state: SwitchState = 'asking';
  readonly #model: QaModel;
  #last = '';
  #queue: Promise<void> = Promise.resolve();

  constructor(model: QaModel) {
    super();
    this.#model = model;
    model.addEventListener('change', this.#send);
    this.#send();
  }

  /** Settles when the server knows what is chosen now. */
  get settled(): Promise<void> {
    return this.#queue;
  }

  readonly #send = (): void => {
    const reference = this.#model.get('reference');
    const scenario = this.#model.get('scenario') || null;
    const body = JSON.stringify({ reference, scenario });
    if (body === this.#last) return;
    this.#last = body;
    this.#tell('asking');
    this.#queue = this.#queue.then(async () => {
      if (body !== this.#last) return;
      this.#tell(reference ? await put(body) : 'no order');
    });
  };

  #tell(state: SwitchState): void {
    this.state = state;
    this.dispatchEvent(new Event('change'));
  }
}

async function put(body: string): Promise<SwitchState> {
  try {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch('/qa/scenario', { method: 'PUT', headers, body });
    if (!response.ok) return 'failed';
    const { offered } = (await response.json()) as { offered?: unknown };
    return offered === false ? 'not offered' : 'set';
  } catch {
    return 'failed';
  }
}
