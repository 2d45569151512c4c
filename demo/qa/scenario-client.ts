import type { QaModel } from './settings-model.js';

/** Result of the last request to the server. */
export type SwitchState = 'saving' | 'set' | 'not offered' | 'no order' | 'failed';

/** Sends the selected scenario to the server, one request at a time; the last selection wins. */
export class ScenarioClient extends EventTarget {
  state: SwitchState = 'saving';
  readonly #model: QaModel;
  #latest = '';
  #queue: Promise<void> = Promise.resolve();

  constructor(model: QaModel) {
    super();
    this.#model = model;
    model.addEventListener('change', this.#send);
    this.#send();
  }

  /** Resolves when the server knows the current selection. */
  get settled(): Promise<void> {
    return this.#queue;
  }

  readonly #send = (): void => {
    const reference = this.#model.get('reference');
    const scenario = this.#model.get('scenario') || null;
    const body = JSON.stringify({ reference, scenario });
    if (body === this.#latest) return;
    this.#latest = body;
    this.#notify('saving');
    this.#queue = this.#queue.then(async () => {
      if (body !== this.#latest) return;
      this.#notify(reference ? await put(body) : 'no order');
    });
  };

  #notify(state: SwitchState): void {
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
