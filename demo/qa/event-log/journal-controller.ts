import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Journal } from './journal.js';

/** Re-renders a component when the journal changes. */
export class JournalController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #journal: () => Journal | undefined;
  #current: Journal | undefined;

  constructor(host: ReactiveControllerHost, journal: () => Journal | undefined) {
    this.#host = host;
    this.#journal = journal;
    host.addController(this);
  }

  hostUpdate(): void {
    const journal = this.#journal();
    if (journal === this.#current) return;
    this.hostDisconnected();
    this.#current = journal;
    journal?.addEventListener('change', this.#requestUpdate);
  }

  hostDisconnected(): void {
    this.#current?.removeEventListener('change', this.#requestUpdate);
    this.#current = undefined;
  }

  readonly #requestUpdate = (): void => {
    this.#host.requestUpdate();
  };
}
