import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import '../ui/copy-button.js';
import { LightElement } from '../ui/light-element.js';
import { FILLS, type Fill } from './fill-data.js';
import { Journal } from './log/journal.js';
import { renderLog, renderVerdict } from './log/log-view.js';
import { QaModel } from './model.js';
import { renderScenarios } from './scenario-list.js';
import { renderPageSettings, renderSettings } from './settings-panel.js';
import { findScenario } from 'payment-widget-testing/sandbox/scenarios';
import { StageController, typeInto } from './stage.js';

const TOAST_MS = 4000;

/** On small screens, all groups are closed at first, and the form is in view. */
const IS_WIDE = matchMedia('(min-width: 1100px)').matches;

/** `<qa-page>`: settings and scenarios, the form, and the log. */
class QaPage extends LightElement {
  static override properties = { toast: { state: true } };

  declare protected toast: string;
  #toastTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #model = new QaModel();
  readonly #journal = new Journal(() => this.#model.get('scenario'));
  readonly #stage = new StageController((stage) => {
    this.#journal.watch(stage);
    this.requestUpdate();
  });

  constructor() {
    super();
    this.toast = '';
    this.#journal.follow(this.#model.get('reference'));
    this.#model.addEventListener('change', () => {
      this.#journal.follow(this.#model.get('reference'));
      this.#stage.apply(this.#model.values);
      this.requestUpdate();
    });
    this.#journal.addEventListener('change', () => {
      this.requestUpdate();
    });
  }

  protected override render(): TemplateResult {
    const { problems, link, saved } = this.#model;
    return html`
      <header class="top">
        <h1>QA <span class="muted">payment-widget</span></h1>
        <nav aria-label="Demo"><a href="/">Shop</a> <a href="/console/">Console</a></nav>
        <p class="order">
          <span class="muted">Order</span> <code id="order">${this.#model.get('reference') || 'no reference'}</code>
        </p>
        <div class="buttons">
          <button type="button" class="small" @click=${this.#newOrder}>New order</button>
          <button type="button" class="small" @click=${this.#reset}>Reset settings</button>
          <span class="link"
            >Link <copy-button .text=${link} label="Copy the link to these settings"></copy-button
          ></span>
        </div>
      </header>
      ${problems.length > 0 ? renderProblems(problems) : nothing}
      <main>
        <section class="card set-up" aria-label="Setup" aria-busy=${saved === 'not yet'}>
          ${this.#renderSetUp()}
        </section>
        <section class="card stage" aria-label="Form" id="stage" tabindex="-1">${this.#renderStage()}</section>
        <section class="card result" aria-label="Result">
          ${renderVerdict(this.#journal.verdict)} ${renderLog(this.#journal)}
        </section>
      </main>
      <div class="toasts" role="status">${this.toast ? html`<p class="toast">${this.toast}</p>` : nothing}</div>
    `;
  }

  #renderSetUp(): TemplateResult {
    const scenario = findScenario(this.#model.get('scenario'))?.label ?? 'by card number';
    const fills = Object.entries(FILLS).map(([title, group]) => {
      const buttons = group.map(this.#renderFill);
      return html`<fieldset>
        <legend>${title}</legend>
        <div class="buttons">${buttons}</div>
      </fieldset>`;
    });
    return html`
      <details name="set-up" @toggle=${showOpened} ?open=${IS_WIDE}>
        <summary>
          <h2>Scenario</h2>
          <span class="muted">${scenario}</span>
        </summary>
        ${renderScenarios(this.#model, this.#fill)}
      </details>
      <details name="set-up" @toggle=${showOpened}>
        <summary>
          <h2>Fill in</h2>
          <span class="muted">cards, names, addresses</span>
        </summary>
        ${fills}
      </details>
      <details name="set-up" @toggle=${showOpened}>
        <summary>
          <h2>Settings</h2>
          <span class="muted">attributes, properties, slots</span>
        </summary>
        ${renderSettings(this.#model)}
      </details>
    `;
  }

  readonly #renderFill = (fill: Fill): TemplateResult => {
    const onClick = () => {
      this.#fill(fill);
    };
    return html`<button type="button" class="small" @click=${onClick}>${fill.label}</button>`;
  };

  #renderStage(): TemplateResult {
    const isStrict = this.#model.get('strict') === 'on';
    const src = isStrict ? '/qa/strict.html' : '/qa/stage.html';
    const width = this.#model.get('viewport') || '100%';
    // A new frame for each page, to avoid history entries.
    const frame = html`<iframe title="Merchant’s page" src=${src} width=${width} @load=${this.#onLoad}></iframe>`;
    const { widget } = this.#stage.stage ?? {};
    return html`
      <details class="page-settings" ?open=${IS_WIDE}>
        <summary>
          <h2>Page</h2>
          <span class="muted">key, language, width, theme</span>
        </summary>
        ${renderPageSettings(this.#model)}
      </details>
      <div class="device">${keyed(isStrict, frame)}</div>
      <div class="actions">
        <p>
          <span class="muted">State</span> <span class="badge">${widget?.state ?? 'loading'}</span>
          ${this.#stage.network.isOffline ? html`<span class="badge warning">offline</span>` : nothing}
        </p>
        <div class="buttons">
          <button type="button" class="small" ?disabled=${!widget} @click=${this.#submit}><code>submit()</code></button>
          <button type="button" class="small" ?disabled=${!widget} @click=${this.#resetForm}>
            <code>reset()</code>
          </button>
          <button type="button" class="small" @click=${this.#reload}>Reload page</button>
        </div>
      </div>
    `;
  }

  readonly #onLoad = (event: Event): void => {
    const window = (event.target as HTMLIFrameElement).contentDocument?.defaultView; // none of another site
    if (window) this.#stage.load(window, this.#model.values);
    if (!window || !this.#stage.stage) this.#note(`The page went to ${window?.location.href ?? 'another site'}`);
  };

  readonly #fill = (fill: Fill): void => {
    const { stage } = this.#stage;
    if (!stage) return;
    void typeInto(stage, fill).then((missing) => {
      this.#onFilled(fill, missing);
    });
  };

  #onFilled({ label, values }: Fill, missing: readonly string[]): void {
    const isFilled = missing.length < Object.keys(values).length;
    const none = missing.length > 0 ? ` Not in the form: ${missing.join(', ')}.` : '';
    if (isFilled) this.#note(`Filled in: ${label}`);
    const isIsolated = this.#model.get('isolated') === 'on';
    if (isIsolated) this.#show('No page can fill in an isolated form. Type the card.');
    else this.#show(isFilled ? `Filled in: ${label}.${none}` : `Nothing filled in.${none}`);
  }

  readonly #submit = (): void => {
    this.#note('submit()');
    void this.#stage.stage?.widget.submit().then(({ outcome }) => {
      this.#note(`submit() resolved: ${outcome}`);
    });
  };

  readonly #resetForm = (): void => {
    this.#stage.stage?.widget.reset();
    this.#note('reset()');
  };

  readonly #reload = (): void => {
    this.#note('Page reloaded');
    const frame = this.querySelector('iframe');
    frame?.contentWindow?.location.replace(frame.src);
  };

  readonly #newOrder = (): void => {
    this.#model.newOrder();
    this.#show('New order created.');
  };

  readonly #reset = (): void => {
    this.#model.reset();
    this.#show('Settings reset.');
  };

  #note(title: string): void {
    this.#journal.add({ source: 'tester', title });
  }

  #show(toast: string): void {
    this.toast = toast;
    clearTimeout(this.#toastTimer);
    this.#toastTimer = setTimeout(() => (this.toast = ''), TOAST_MS);
  }
}

/** The part above may have closed. */
function showOpened({ target }: Event): void {
  const details = target as HTMLDetailsElement;
  if (details.open) details.scrollIntoView();
}

function renderProblems(problems: readonly string[]): TemplateResult {
  const items = problems.map((problem) => html`<li><code>${problem}</code></li>`);
  return html`<div class="notice warning" role="alert">
    <p>Invalid settings in the URL were ignored:</p>
    <ul>
      ${items}
    </ul>
  </div>`;
}

customElements.define('qa-page', QaPage);
