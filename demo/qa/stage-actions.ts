import { PAYMENT_EVENTS } from '../payment-events.js';
import { html, type TemplateResult } from 'lit';
import type { QaState } from './hub.js';
import { PagePart } from './page-part.js';

const STATE_STYLES: Readonly<Record<string, string>> = {
  paid: 'positive',
  pending: 'accent',
  unknown: 'warning',
  failed: 'negative',
};

/** `<qa-stage-actions>`: buttons for the element's methods, and its read-only properties. */
export class StageActions extends PagePart {
  static override properties = {
    ...PagePart.properties,
    offline: { type: Boolean },
    reload: { attribute: false },
    result: { state: true },
  };

  declare offline: boolean;
  declare reload: () => void;
  declare protected result: string;
  #watched: QaState['stage'];

  constructor() {
    super();
    this.offline = false;
    this.result = '';
  }

  protected override willUpdate(): void {
    const { stage } = this.hub.state;
    if (stage === this.#watched) return;
    this.#watched = stage;
    this.result = '';
    if (stage) for (const type of PAYMENT_EVENTS) stage.widget.addEventListener(type, this.requestRenderLater);
  }

  /** Events fire before the element has rendered. */
  protected readonly requestRenderLater = (): void => {
    void this.#watched?.widget.updateComplete.then(this.requestRender);
  };

  protected override render(): TemplateResult {
    const widget = this.#watched?.widget;
    const state = widget?.state ?? 'loading';
    return html`
      <dl class="readouts">
        <div>
          <dt><code>state</code></dt>
          <dd><span class="badge ${STATE_STYLES[state] ?? ''}">${state}</span></dd>
        </div>
        <div>
          <dt><code>valid</code></dt>
          <dd>${String(widget?.valid ?? false)}</dd>
        </div>
        <div>
          <dt><code>mode</code></dt>
          <dd>${widget?.mode ?? 'undefined'}</dd>
        </div>
        ${
          this.offline
            ? html`<div>
                <dt>Network</dt>
                <dd><span class="badge warning">offline</span></dd>
              </div>`
            : ''
        }
      </dl>
      <div class="buttons">
        ${this.#button('submit()', this.#submit)} ${this.#button('validate()', this.#validate)}
        ${this.#button('reset()', this.#reset)} ${this.#button('focus()', this.#focus)}
        ${this.#button('Reload page', this.#reload)}
      </div>
      <p class="hint" role="status">${this.result}</p>
    `;
  }

  #button(label: string, act: () => void): TemplateResult {
    return html`<button
      type="button"
      class="small"
      ?disabled=${!this.hub.state.stage && act !== this.#reload}
      @click=${act}
    >
      ${label.endsWith(')') ? html`<code>${label}</code>` : label}
    </button>`;
  }

  readonly #reload = (): void => {
    this.hub.note('Page reloaded');
    this.reload();
  };

  readonly #submit = (): void => {
    this.hub.note('submit() called');
    this.result = 'Waiting for submit()…';
    void this.#watched?.widget.submit().then(({ outcome }) => {
      this.#notify(`submit() resolved: ${outcome}.`);
    });
  };

  readonly #validate = (): void => {
    const valid = this.#watched?.widget.validate();
    this.#notify(`validate() returned ${String(valid)}.`);
  };

  readonly #reset = (): void => {
    this.#watched?.widget.reset();
    this.#notify('reset() called.');
    this.requestRenderLater();
  };

  readonly #focus = (): void => {
    this.#watched?.widget.focus();
    this.#notify('focus() called.');
  };

  #notify(text: string): void {
    this.result = text;
    this.hub.note(text.replace(/\.$/, ''));
  }
}

customElements.define('qa-stage-actions', StageActions);
