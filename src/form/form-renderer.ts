import type { FormHost } from './form-context.js';

/** What a render depends on beside the errors. */
export interface RenderedValues {
  readonly brand?: string | undefined;
  readonly amount?: number | undefined;
  readonly country?: string | undefined;
}

/** Whether errors have changed that a render of the fields, or only one of the whole element, updates. */
export interface Outdated {
  readonly fields: boolean;
  readonly all: boolean;
}

/** Renders what a change concerns: the whole element, or the fields alone, while the shopper is typing. */
export class FormRenderer {
  readonly #host: FormHost;
  readonly #renderFields: () => void;
  #rendered: RenderedValues = {};

  constructor(host: FormHost, renderFields: () => void) {
    this.#host = host;
    this.#renderFields = renderFields;
  }

  get root(): ParentNode | undefined {
    return this.#host.renderRoot;
  }

  request(): void {
    this.#host.requestUpdate();
  }

  whenComplete(act: () => void): void {
    void this.#host.updateComplete.then(act);
  }

  /** Takes note of a render of the whole element. */
  begin(values: RenderedValues): void {
    this.#rendered = values;
  }

  update(values: RenderedValues, outdated: Outdated): void {
    const { brand, amount, country } = this.#rendered;
    if (outdated.all || amount !== values.amount || country !== values.country) this.request();
    else if (outdated.fields || brand !== values.brand) this.updateFields(values);
  }

  updateFields(values: RenderedValues): void {
    if (this.#host.isUpdatePending) return;
    this.#rendered = values;
    this.#renderFields();
  }
}
