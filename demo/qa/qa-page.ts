import { html, LitElement, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import './embed-panel.js';
import './event-log/event-log.js';
import './fill-panel.js';
import './findings-panel.js';
import './scenario-panel.js';
import './settings-panel.js';
import './stage-actions.js';
import './stage-bar.js';
import './stage-frame.js';
import '../ui/copy-button.js';
import { findScenario } from '../../src/sandbox/scenarios.js';
import type { Fill } from './fill-data.js';
import { QaHub } from './hub.js';
import { QaModel } from './settings-model.js';
import { ScenarioClient } from './scenario-client.js';
import { SETTINGS } from './settings.js';
import { StageController } from './stage.js';
import { renderPanel, renderTabs } from './tabs.js';
import { typeInto } from './type-into-form.js';

const AREAS = [
  ['set-up', 'Setup'],
  ['stage', 'Form'],
  ['log', 'Log'],
] as const;

const SET_UP = [
  { id: 'scenario', label: 'Scenario' },
  { id: 'fill', label: 'Fill in' },
  { id: 'settings', label: 'Settings' },
];

const RESULT = [
  { id: 'log', label: 'Log and verdict' },
  { id: 'findings', label: 'Findings' },
  { id: 'embed', label: 'Embed code' },
];

/** How long a toast is shown, in ms. */
const TOAST_DURATION = 4000;

/** `<qa-page>`: settings, the element and the log. */
export class QaPage extends LitElement {
  static override properties = {
    area: { state: true },
    setUp: { state: true },
    result: { state: true },
    toast: { state: true },
  };

  /** The visible area on small screens. */
  declare protected area: string;
  declare protected setUp: string;
  declare protected result: string;
  declare protected toast: string;
  #toastTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #model = new QaModel();
  readonly #hub = new QaHub();
  readonly #controller = new StageController(this.#hub);
  readonly #scenarios = new ScenarioClient(this.#model);

  constructor() {
    super();
    this.area = 'stage';
    this.setUp = 'scenario';
    this.result = 'log';
    this.toast = '';
    this.#model.addEventListener('change', () => {
      this.#notify();
    });
    this.#controller.network.addEventListener('change', () => {
      this.#hub.note(this.#controller.network.isOffline ? 'Browser offline' : 'Browser online');
      this.requestUpdate();
    });
    this.#notify();
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    const { problems } = this.#model;
    const areas = AREAS.map(this.#renderArea);
    return html`
      <header class="top">
        <h1>QA <span class="muted">payment-widget</span></h1>
        <nav aria-label="Demo">
          <a href="/">Shop</a> <a href="/console/">Console</a> <a href="/check/">Proxy checker</a>
        </nav>
        <div class="order">
          <span class="muted">Order</span>
          <code id="order">${this.#model.get('reference') || 'no reference'}</code>
          <button type="button" class="small" @click=${this.#newOrder}>New order</button>
        </div>
        <div class="buttons">
          <button type="button" class="quiet small" @click=${this.#reset}>Reset settings</button>
          <span class="link"
            ><span class="muted small">Link</span
            ><copy-button .text=${this.#model.link} label="Copy the link to these settings"></copy-button
          ></span>
        </div>
      </header>
      <div class="toasts" role="status">${this.toast ? html`<p class="toast">${this.toast}</p>` : ''}</div>
      ${problems.length > 0 ? renderProblems(problems) : ''}
      <nav class="areas" aria-label="Areas"><fieldset class="segments" aria-label="Area">${areas}</fieldset></nav>
      <main class="areas-grid" data-area=${this.area}>
        <section class="card area" data-name="set-up" aria-labelledby="area-set-up">
          <h2 class="visually-hidden" id="area-set-up">Setup</h2>
          ${this.#renderSetUp()}
        </section>
        <section class="card area" data-name="stage" aria-labelledby="area-stage" id="stage" tabindex="-1">
          <h2 class="visually-hidden" id="area-stage">Form</h2>

          ${this.#renderStage()}
        </section>
        <section class="card area" data-name="log" aria-labelledby="area-log">
          <h2 class="visually-hidden" id="area-log">Result</h2>
          ${this.#renderResult()}
        </section>
      </main>
    `;
  }

  readonly #renderArea = ([id, label]: (typeof AREAS)[number]): TemplateResult => {
    const show = () => {
      this.area = id;
    };
    const isShown = live(this.area === id);
    return html`<label
      ><input type="radio" name="area" .value=${id} .checked=${isShown} @change=${show} />${label}</label
    >`;
  };

  #renderSetUp(): TemplateResult {
    const [model, hub] = [this.#model, this.#hub];
    return html`
      ${renderTabs(SET_UP, { label: 'Setup', selected: this.setUp, select: this.#showSetUp })}
      ${renderPanel(
        'scenario',
        this.setUp,
        html`<qa-scenarios .model=${model} .hub=${hub} .client=${this.#scenarios} .fill=${this.#fill}></qa-scenarios>`,
      )}
      ${renderPanel('fill', this.setUp, html`<qa-fills .model=${model} .hub=${hub} .fill=${this.#fill}></qa-fills>`)}
      ${renderPanel('settings', this.setUp, html`<qa-settings .model=${model} .hub=${hub}></qa-settings>`)}
    `;
  }

  #renderStage(): TemplateResult {
    const [model, hub] = [this.#model, this.#hub];
    return html`
      <qa-stage-bar .model=${model} .hub=${hub}></qa-stage-bar>
      <qa-stage-frame .model=${model} .hub=${hub} .controller=${this.#controller}></qa-stage-frame>
      <qa-stage-actions
        .model=${model}
        .hub=${hub}
        .reload=${this.#reload}
        ?offline=${this.#controller.network.isOffline}
      ></qa-stage-actions>
    `;
  }

  #renderResult(): TemplateResult {
    const [model, hub] = [this.#model, this.#hub];
    return html`
      ${renderTabs(RESULT, { label: 'Result', selected: this.result, select: this.#showResult })}
      ${renderPanel('log', this.result, html`<qa-event-log .hub=${hub}></qa-event-log>`)}
      ${renderPanel(
        'findings',
        this.result,
        html`<qa-findings .model=${model} .hub=${hub} ?shown=${this.result === 'findings'}></qa-findings>`,
      )}
      ${renderPanel('embed', this.result, html`<qa-embed .model=${model} .hub=${hub}></qa-embed>`)}
    `;
  }

  readonly #showSetUp = (id: string): void => {
    this.setUp = id;
  };

  readonly #showResult = (id: string): void => {
    this.result = id;
  };

  readonly #fill = (fill: Fill): void => {
    void this.#typeIn(fill);
  };

  async #typeIn(fill: Fill): Promise<void> {
    const { stage } = this.#hub.state;
    const missing = stage ? await typeInto(stage, fill) : [];
    const done = Object.keys(fill.values).length - missing.length;
    const none = missing.length > 0 ? ` Not in the form: ${missing.join(', ')}.` : '';
    this.#showToast(done > 0 ? `Filled in: ${fill.label}.${none}` : `Nothing filled in.${none}`);
    if (done > 0) this.#hub.note(`Filled in: ${fill.label}`);
  }

  readonly #reload = (): void => {
    this.querySelector('qa-stage-frame')?.reload();
  };

  readonly #newOrder = (): void => {
    this.#model.newOrder();
    this.#hub.note('New order');
    this.#showToast('New order created.');
  };

  readonly #reset = (): void => {
    this.#model.reset();
    this.#showToast('Settings reset.');
  };

  #showToast(text: string): void {
    this.toast = text;
    clearTimeout(this.#toastTimer);
    this.#toastTimer = setTimeout(() => (this.toast = ''), TOAST_DURATION);
  }

  /** Updates the shared state. */
  #notify(): void {
    const model = this.#model;
    const changed = SETTINGS.filter(
      ({ name, default: defaultValue }) => name !== 'reference' && model.get(name) !== defaultValue,
    );
    this.#hub.update({
      reference: model.get('reference'),
      link: model.link,
      settings: changed.map(({ name, label, group }) => [group === 'Page' ? label : name, model.get(name) || 'none']),
      scenario: findScenario(model.get('scenario')),
    });
    this.requestUpdate();
  }
}

function renderProblems(problems: readonly string[]): TemplateResult {
  const items = problems.map((problem) => html`<li><code>${problem}</code></li>`);
  return html`<div class="notice warning problems" role="alert">
    <p>Invalid settings in the URL were ignored:</p>
    <ul>
      ${items}
    </ul>
  </div>`;
}

customElements.define('qa-page', QaPage);
