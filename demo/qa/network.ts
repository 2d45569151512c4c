import { scenarioOfCard } from '../../src/sandbox/scenarios.js';

const DIGITS = /\D/g;

/** Simulates a lost network in the frame, for the offline scenario. */
export class Network extends EventTarget {
  #window: (Window & typeof globalThis) | undefined;
  #chosen = '';
  #typed = '';

  get isOffline(): boolean {
    return this.#chosen === 'offline' || this.#typed === 'offline';
  }

  /** Sets the selected scenario. Without one, the typed card decides. */
  choose(scenario: string): void {
    if (scenario === this.#chosen) return;
    this.#chosen = scenario;
    this.#typed = '';
    this.#apply();
  }

  /** Watches the card number in a frame. Compares it at once and stores nothing. */
  watch(window: Window & typeof globalThis): void {
    this.#window = window;
    this.#typed = '';
    window.addEventListener(
      'input',
      (event) => {
        const [input] = event.composedPath() as [Partial<HTMLInputElement>];
        if (input.id !== 'cc-number') return;
        this.#typed = scenarioOfCard((input.value ?? '').replace(DIGITS, ''))?.id ?? '';
        this.#apply();
      },
      { capture: true },
    );
    this.#apply();
  }

  #apply(): void {
    const window = this.#window;
    if (!window || window.navigator.onLine === !this.isOffline) return;
    if (this.isOffline) Object.defineProperty(window.navigator, 'onLine', { configurable: true, get: () => false });
    else Reflect.deleteProperty(window.navigator, 'onLine');
    window.dispatchEvent(new window.Event(this.isOffline ? 'offline' : 'online'));
    this.dispatchEvent(new Event('change'));
  }
}
