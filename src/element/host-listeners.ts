import type { ReactiveController } from 'lit';
import { createIdempotencyKey } from '../contract/protocol.js';
import { FORM_EVENTS, type FormController } from '../form/form-controller.js';
import { handleKey, KEY_EVENTS } from '../form/keys.js';
import { removeKeys } from '../settings/credential-guard.js';
import type { Widget } from './widget-properties.js';

/** The form that hears from the element and its page. */
interface ListeningForm {
  readonly widget: Widget;
  readonly form: FormController;
  /** Called with the name of a credential on the element. */
  refuseCredential(name: string): void;
  /** Called when something was put into a slot, or removed. */
  onslotchange(): void;
  /** Called when the page comes back from the cache of the browser. */
  onreturn(): void;
  /** Called when the browser is online again. */
  follow(): void;
}

/** The numbers of the forms of this page. */
const takenNumbers = new Set<number>();

/** Listens to the element and its page while it is connected, and numbers it among the forms there. */
export class HostListeners implements ReactiveController {
  /** The smallest free number in the page: landmarks need different names. */
  number = 0;
  readonly #form: ListeningForm;
  /** Any attribute may be a credential. */
  readonly #attributes = new MutationObserver(() => {
    this.#removeKeys();
  });

  constructor(form: ListeningForm) {
    this.#form = form;
  }

  hostConnected(): void {
    const { widget, form } = this.#form;
    const root = widget.renderRoot;
    this.#removeKeys();
    this.#attributes.observe(widget, { attributes: true });
    for (const type of FORM_EVENTS) root.addEventListener(type, form);
    for (const type of KEY_EVENTS) root.addEventListener(type, handleKey);
    root.addEventListener('slotchange', this);
    // The first random numbers take milliseconds, which the press on Pay need not wait for.
    root.addEventListener('focusin', () => setTimeout(createIdempotencyKey), { once: true });
    addEventListener('pageshow', this);
    addEventListener('online', this);
    this.number = 1;
    while (takenNumbers.has(this.number)) this.number++;
    takenNumbers.add(this.number);
  }

  hostDisconnected(): void {
    this.#attributes.disconnect();
    removeEventListener('pageshow', this);
    removeEventListener('online', this);
    takenNumbers.delete(this.number);
  }

  handleEvent(event: Event): void {
    if (event.type === 'slotchange') this.#form.onslotchange();
    else if (event.type === 'online') this.#form.follow();
    else if ((event as PageTransitionEvent).persisted) this.#form.onreturn();
  }

  #removeKeys(): void {
    removeKeys(this.#form.widget, (name) => {
      this.#form.refuseCredential(name);
    });
  }
}
