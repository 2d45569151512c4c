import { html, type PropertyValues, type TemplateResult } from 'lit';
import type { Finding } from '../../src/index.js';
import { PAYMENT_EVENTS } from '../payment-events.js';
import type { Stage } from './hub.js';
import { PagePart } from './page-part.js';

const LEVEL_STYLES = { error: 'negative', warning: 'warning', note: 'accent' } as const;

/** How long the settings must rest before a check, in ms. */
const DELAY = 300;

/** `<qa-findings>`: what `diagnose()` finds about the form, after each change of the settings and each outcome. */
export class FindingsPanel extends PagePart {
  static override properties = {
    ...PagePart.properties,
    shown: { type: Boolean },
    findings: { state: true },
    problem: { state: true },
  };

  /** Whether the panel is visible. A hidden one checks nothing: a check may send a request, which the log would show. */
  declare shown: boolean;
  declare protected findings: readonly Finding[] | undefined;
  declare protected problem: string;
  #stage: Stage | undefined;
  #values = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.shown = false;
    this.problem = '';
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { stage } = this.hub.state;
    const values = JSON.stringify(this.model.values);
    const isOther = stage !== this.#stage || values !== this.#values;
    if (stage && stage !== this.#stage) {
      for (const type of PAYMENT_EVENTS) stage.widget.addEventListener(type, this.#checkSoon);
    }
    this.#stage = stage;
    this.#values = values;
    if (isOther || changed.has('shown')) this.#checkSoon();
  }

  readonly #checkSoon = (): void => {
    if (!this.shown) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#check, DELAY);
  };

  readonly #check = (): void => {
    const stage = this.#stage;
    if (!stage) return;
    void stage.widget.diagnose().then(
      (findings) => {
        if (stage !== this.#stage) return;
        this.findings = findings;
        this.problem = '';
      },
      (error: unknown) => {
        this.problem = String(error);
      },
    );
  };

  protected override render(): TemplateResult {
    const items = (this.findings ?? []).map(renderFinding);
    return html`
      <p class="hint">
        What <code>diagnose()</code> finds about the form, its page and its proxy. In Test mode, the console shows the
        same.
      </p>
      <div role="status">${this.#renderStatus()}</div>
      <ol class="findings">
        ${items}
      </ol>
      <button type="button" class="small" ?disabled=${!this.hub.state.stage} @click=${this.#check}>Check again</button>
    `;
  }

  #renderStatus(): TemplateResult {
    const { findings } = this;
    if (this.problem) return html`<p class="notice negative">${this.problem}</p>`;
    if (!findings) return html`<p class="hint">Checking…</p>`;
    if (findings.length === 0) return html`<p class="notice positive">No findings</p>`;
    return html`<p>${findings.length === 1 ? '1 finding' : `${findings.length} findings`}</p>`;
  }
}

function renderFinding({ code, level, message, fix }: Finding): TemplateResult {
  return html`<li>
    <p class="finding-title">
      <span class="badge ${LEVEL_STYLES[level]}">${level}</span>
      <code>${code}</code>
    </p>
    <p>${message}</p>
    <p><strong>${fix}</strong></p>
  </li>`;
}

customElements.define('qa-findings', FindingsPanel);
