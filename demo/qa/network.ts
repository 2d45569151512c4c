import { INPUT_IDS } from '../../src/contract/field-names.js';
import { scenarioOfCard } from '../../src/sandbox/scenarios.js';

/** Simulates a lost network in the frame, for the offline scenario. */
export class Network {
  #window: (Window & typeof globalThis) | undefined;
  #chosen = '';
  #typed = '';

  get isOffline(): boolean {
    return (this.#chosen || this.#typed) === 'offline';
  }

  /** Sets the selected scenario. Without one, the typed card decides. */
  choose(scenario: string): void {
    this.#chosen = scenario;
    this.#apply();
  }

  /** Watches the card number in a frame. Compares it at once and stores nothing. */
  watch(window: Window & typeof globalThis): void {
    this.#window = window;
    this.#typed = '';
    const listen = (event: Event) => {
      const [input] = event.composedPath() as [Partial<HTMLInputElement>];
      if (input.id !== INPUT_IDS['card-number']) return;
      this.#typed = scenarioOfCard((input.value ?? '').replace(/\D/g, ''))?.id ?? '';
      this.#apply();
    };
    window.addEventListener('input', listen, { capture: true });
  }

  #apply(): void {
    const window = this.#window;
    if (!window || window.navigator.onLine === !this.isOffline) return;
    if (this.isOffline) Object.defineProperty(window.navigator, 'onLine', { configurable: true, get: () => false });
    else Reflect.deleteProperty(window.navigator, 'onLine');
    window.dispatchEvent(new window.Event(this.isOffline ? 'offline' : 'online'));
  }
}
