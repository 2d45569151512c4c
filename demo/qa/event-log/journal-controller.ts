import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Journal } from './journal.js';

/** Re-renders a component when the journal changes. */
export class JournalController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #journal: () => Journal | undefined;
  #heard: Journal | undefined;

  constructor(host: ReactiveControllerHost, journal: () => Journal | undefined) {
    this.#host = host;
    this.#journal = journal;
    host.addController(this);
  }

  hostUpdate(): void {
    const journal = this.#journal();
    if (journal === this.#heard) return;
    this.hostDisconnected();
    this.#heard = journal;
    journal?.addEventListener('change', this.#draw);
  }

  hostDisconnected(): void {
    this.#heard?.removeEventListener('change', this.#draw);
    this.#heard = undefined;
  }

  readonly #draw = (): void => {
    this.#host.requestUpdate();
  };
}
