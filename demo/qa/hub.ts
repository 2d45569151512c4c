import type { PaymentWidget } from '../../src/index.js';
import type { Scenario } from '../scenarios.js';

/** The live widget, and the window of the frame that it stands in. */
export interface Stage {
  readonly window: Window & typeof globalThis;
  readonly widget: PaymentWidget;
}

/** What the QA page knows, all at once. */
export interface QaState {
  /** `undefined` while the frame is loading. */
  readonly stage: Stage | undefined;
  /** The order that is being paid. */
  readonly reference: string;
  /** Absolute address that brings everything back as it is set now. */
  readonly link: string;
  /** What differs from the default, by its label, in words. */
  readonly settings: readonly (readonly [label: string, value: string])[];
  /** What the switch says; `undefined` while it says nothing, so that the card decides. */
  readonly scenario: Scenario | undefined;
}

/** Something that the tester did with the page, and that none of the element's events tells. */
export interface QaNote {
  /** When, in ms since 1970. */
  readonly at: number;
  /** Such as `submit() was called`. Never holds card data. */
  readonly text: string;
}

interface HubEvents {
  /** Something of {@link QaState} changed: `detail` names what. */
  change: CustomEvent<readonly (keyof QaState)[]>;
  note: CustomEvent<QaNote>;
}

/**
 * Where the parts of the QA page meet. `change` with `stage` comes as soon as the element is made and before it is in
 * its document, so that whoever listens then misses none of its events.
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
   * Listens, with the type of the event.
   * @returns ends it
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
