import type { ReactiveController } from 'lit';
import { createIdempotencyKey } from '../contract/protocol.js';
import { FORM_EVENTS, type FormController } from '../form/form-controller.js';
import { handleKey, KEY_EVENTS } from '../form/keys.js';
import { removeKeys } from '../settings/credential-guard.js';
import type { Widget } from './widget-properties.js';

interface Reactions {
  /** Called with the name of a credential on the element. */
  readonly oncredential: (name: string) => void;
  /** Called when something was put into a slot, or removed. */
  readonly onslotchange: () => void;
  /** Called when the page comes back from the cache of the browser. */
  readonly onreturn: () => void;
  readonly ononline: () => void;
}

/** The numbers of the forms of this page. */
const takenNumbers = new Set<number>();

/** Listens to the element and its page while it is connected, and numbers it among the forms there. */
export class HostListeners implements ReactiveController {
  /** The smallest free number in the page: landmarks need different names. */
  number = 0;
  readonly #widget: Widget;
  readonly #form: FormController;
  readonly #reactions: Reactions;
  /** Any attribute may be a credential. */
  readonly #attributes: MutationObserver;

  constructor(widget: Widget, form: FormController, reactions: Reactions) {
    this.#widget = widget;
    this.#form = form;
    this.#reactions = reactions;
    this.#attributes = new MutationObserver(() => {
      removeKeys(widget, reactions.oncredential);
    });
  }

  hostConnected(): void {
    const widget = this.#widget;
    const root = widget.renderRoot;
    removeKeys(widget, this.#reactions.oncredential);
    this.#attributes.observe(widget, { attributes: true });
    for (const type of FORM_EVENTS) root.addEventListener(type, this.#form);
    for (const type of KEY_EVENTS) root.addEventListener(type, handleKey);
    root.addEventListener('slotchange', this.#reactions.onslotchange);
    // The first random numbers take milliseconds, which the press on Pay need not wait for.
    root.addEventListener('focusin', () => setTimeout(createIdempotencyKey), { once: true });
    addEventListener('pageshow', this.#onPageShow);
    addEventListener('online', this.#reactions.ononline);
    this.number = 1;
    while (takenNumbers.has(this.number)) this.number++;
    takenNumbers.add(this.number);
  }

  hostDisconnected(): void {
    this.#attributes.disconnect();
    removeEventListener('pageshow', this.#onPageShow);
    removeEventListener('online', this.#reactions.ononline);
    takenNumbers.delete(this.number);
  }

  readonly #onPageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) this.#reactions.onreturn();
  };
}
