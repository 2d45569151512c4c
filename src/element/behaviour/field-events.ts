import type { LitElement, ReactiveController } from 'lit';
import type { FieldName } from '../../contract/field-names.js';
import type { PaymentFieldDetail } from '../../form/form-context.js';
import type { FormController } from '../../form/form-controller.js';
import { PaymentFieldEvent } from '../payment-events.js';

/** Knows names of fields and of errors, never a value. */
export class FieldEvents implements ReactiveController {
  readonly #host: LitElement;
  readonly #form: FormController;
  #problems: FormController['shown']['problems'] = {};
  #isRendering = false;

  constructor(host: LitElement, form: FormController) {
    this.#host = host;
    this.#form = form;
    host.addController(this);
  }

  hostConnected(): void {
    this.#host.renderRoot.addEventListener('focusin', this);
    this.#host.renderRoot.addEventListener('focusout', this);
  }

  hostUpdate(): void {
    this.#isRendering = true;
  }

  hostUpdated(): void {
    const before = this.#problems;
    this.#isRendering = false;
    this.#problems = { ...this.#form.shown.problems };
    for (const [name, problem] of Object.entries(this.#problems)) {
      const field = name as FieldName;
      if (before[field] !== problem) this.#dispatch({ field, type: 'invalid', problem });
    }
  }

  /** A field that is removed with the focus was not left by the shopper. */
  handleEvent({ type, target }: Event): void {
    const [field] = this.#form.inputs.find(target) ?? [];
    if (field && !this.#isRendering) this.#dispatch({ field, type: type === 'focusin' ? 'focus' : 'blur' });
  }

  #dispatch(detail: PaymentFieldDetail): void {
    this.#host.dispatchEvent(new PaymentFieldEvent(detail));
  }
}
