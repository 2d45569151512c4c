import { PAYMENT_EVENTS } from '../payment-events.js';
import { html, type TemplateResult } from 'lit';
import type { QaState } from './hub.js';
import { PagePart } from './page-part.js';

const LOOKS: Readonly<Record<string, string>> = {
  paid: 'positive',
  pending: 'accent',
  unknown: 'warning',
  failed: 'negative',
};

/** The methods of the element as buttons, and what can only be read of it. */
export class StageActions extends PagePart {
  static override properties = {
    ...PagePart.properties,
    offline: { type: Boolean },
    reload: { attribute: false },
    answer: { state: true },
  };

  declare offline: boolean;
  declare reload: () => void;
  declare protected answer: string;
  #watched: QaState['stage'];

  constructor() {
    super();
    this.offline = false;
    this.answer = '';
  }

  protected override willUpdate(): void {
    const { stage } = this.hub.state;
    if (stage === this.#watched) return;
    this.#watched = stage;
    this.answer = '';
    if (stage) for (const type of PAYMENT_EVENTS) stage.widget.addEventListener(type, this.redrawSoon);
  }

  /** An event comes before the element has drawn what it tells. */
  protected readonly redrawSoon = (): void => {
    void this.#watched?.widget.updateComplete.then(this.redraw);
  };

  protected override render(): TemplateResult {
    const widget = this.#watched?.widget;
    const state = widget?.state ?? 'loading';
    return html`
      <dl class="readouts">
        <div>
          <dt><code>state</code></dt>
          <dd><span class="badge ${LOOKS[state] ?? ''}">${state}</span></dd>
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
                <dt>network</dt>
                <dd><span class="badge warning">offline</span></dd>
              </div>`
            : ''
        }
      </dl>
      <div class="buttons">
        ${this.#button('submit()', this.#submit)} ${this.#button('validate()', this.#validate)}
        ${this.#button('reset()', this.#reset)} ${this.#button('focus()', this.#focus)}
        ${this.#button('Reload the page', this.#reload)}
      </div>
      <p class="hint" role="status">${this.answer}</p>
    `;
  }

  #button(label: string, act: () => void): TemplateResult {
    return html`<button type="button" class="small" ?disabled=${!this.hub.state.stage} @click=${act}>
      ${label.endsWith(')') ? html`<code>${label}</code>` : label}
    </button>`;
  }

  readonly #reload = (): void => {
    this.hub.note('The page in the frame was loaded again');
    this.reload();
  };

  readonly #submit = (): void => {
    this.hub.note('submit() was called');
    this.answer = 'submit() has not answered yet.';
    void this.#watched?.widget.submit().then(({ outcome }) => {
      this.#tell(`submit() answered: ${outcome}.`);
    });
  };

  readonly #validate = (): void => {
    const valid = this.#watched?.widget.validate();
    this.#tell(`validate() answered: ${String(valid)}.`);
  };

  readonly #reset = (): void => {
    this.#watched?.widget.reset();
    this.#tell('reset() was called.');
    this.redrawSoon();
  };

  readonly #focus = (): void => {
    this.#watched?.widget.focus();
    this.#tell('focus() was called.');
  };

  #tell(text: string): void {
    this.answer = text;
    this.hub.note(text.replace(/\.$/, ''));
  }
}

customElements.define('qa-stage-actions', StageActions);
