import type { PaymentWidget } from '../../src/index.js';
import type { Scenario } from '../../src/sandbox/scenarios.js';

/** The element and the window of its frame. */
export interface Stage {
  readonly window: Window & typeof globalThis;
  readonly widget: PaymentWidget;
}

/** The state that the parts of the QA page share. */
export interface QaState {
  /** `undefined` while the frame is loading. */
  readonly stage: Stage | undefined;
  /** The reference of the current order. */
  readonly reference: string;
  /** Absolute URL that reproduces the settings. */
  readonly link: string;
  /** Settings that differ from their defaults. */
  readonly settings: readonly (readonly [label: string, value: string])[];
  /** The selected scenario; `undefined` if the card decides. */
  readonly scenario: Scenario | undefined;
}

/** An action of the tester. */
export interface QaNote {
  /** Time in ms since 1970. */
  readonly at: number;
  /** Such as `submit() called`. Never contains card data. */
  readonly text: string;
}

interface HubEvents {
  /** {@link QaState} changed. `detail` lists the members. */
  change: CustomEvent<readonly (keyof QaState)[]>;
  note: CustomEvent<QaNote>;
}

/**
 * Shared state and events of the QA page. `change` with `stage` fires before the element is in its document, so that
 * listeners get all of its events.
 */
export class QaHub extends EventTarget {
  #state: QaState = { stage: undefined, reference: '', link: '', settings: [], scenario: undefined };

  get state(): QaState {
    return this.#state;
  }

  update(news: Partial<QaState>): void {
    const names = (Object.keys(news) as (keyof QaState)[]).filter((name) => !isSame(this.#state[name], news[name]));
    if (names.length === 0) return;
    this.#state = { ...this.#state, ...news };
    this.dispatchEvent(new CustomEvent('change', { detail: names }));
  }

  note(text: string): void {
    const detail: QaNote = { at: Date.now(), text };
    this.dispatchEvent(new CustomEvent('note', { detail }));
  }

  /**
   * Adds a typed listener.
   * @returns a function that removes it
   */
  on<Type extends keyof HubEvents>(type: Type, listener: (event: HubEvents[Type]) => void): () => void {
    this.addEventListener(type, listener as EventListener);
    return () => {
      this.removeEventListener(type, listener as EventListener);
    };
  }
}

function isSame(before: unknown, now: unknown): boolean {
  if (Array.isArray(before) && Array.isArray(now)) return JSON.stringify(before) === JSON.stringify(now);
  return before === now;
}
