import { html, nothing, type TemplateResult } from 'lit';
import type { DeveloperSettings } from '../../src/sandbox/console-api.js';
import { call } from './api.js';
import { LightElement } from '../ui/light-element.js';
import { LiveData } from './live-data.js';
import { formatCount, renderError, showToast } from './templates.js';

type Texts = Record<Times, string>;
type Fields = Texts & { honoursIdempotency: boolean };
type Times = 'latencyMs' | 'webhookDelayMs';

const TIMES: Readonly<Record<Times, readonly [label: string, max: number, sentence: string]>> = {
  latencyMs: ['Latency', 20_000, 'Minimum response time of the service. Use it to find timeouts that are too short.'],
  webhookDelayMs: [
    'Webhook delay',
    60_000,
    'Delay between a payment and its event. Use it to see how an unknown outcome is settled.',
  ],
};

/** `<settings-page>`: settings of the sandbox. */
export class SettingsPage extends LightElement {
  static override properties = { draft: { state: true }, invalid: { state: true }, problem: { state: true } };

  /** Unsaved changes. */
  declare protected draft: Partial<Fields>;
  declare protected invalid: Times | undefined;
  declare protected problem: string | undefined;
  readonly #settings = new LiveData<DeveloperSettings>(this, 'settings');

  constructor() {
    super();
    this.draft = {};
  }

  protected override render(): unknown {
    const saved = this.#settings.value;
    return html`<h1>Developer settings</h1>
      <p class="lead">How the sandbox behaves, for all of its users. The real service has no such settings.</p>
      ${renderError(this.#settings.error)} ${saved && this.#form({ ...fieldsOf(saved), ...this.draft })}`;
  }

  #form(fields: Fields): TemplateResult {
    return html`<form class="card" aria-label="Settings" novalidate @submit=${this.#submit} @input=${this.#onInput}>
      ${this.#time('latencyMs', fields.latencyMs)}
      <div class="setting">
        <label for="honoursIdempotency">Honour idempotency keys</label>
        <input
          id="honoursIdempotency"
          name="honoursIdempotency"
          type="checkbox"
          class="switch"
          aria-describedby="honours-hint"
          .checked=${fields.honoursIdempotency}
        />
        <p class="hint" id="honours-hint">
          A repeated <code>Idempotency-Key</code> returns the first response without another charge. If this is off,
          every request charges the card, and only the proxy prevents double charges.
        </p>
      </div>
      ${this.#time('webhookDelayMs', fields.webhookDelayMs)} ${renderError(this.problem)}
      <div class="buttons save">
        <button class="primary">Save settings</button>
        <p class="muted small">${Object.keys(this.draft).length > 0 ? 'Unsaved changes.' : 'All changes saved.'}</p>
      </div>
    </form>`;
  }

  #time(name: Times, value: string): TemplateResult {
    const [label, max, sentence] = TIMES[name];
    const isInvalid = this.invalid === name;
    return html`<div class="setting">
      <label for=${name}>${label}</label>
      <span class="time">
        <input
          id=${name}
          name=${name}
          inputmode="numeric"
          autocomplete="off"
          .value=${value}
          aria-invalid=${isInvalid ? 'true' : nothing}
          aria-describedby="${name}-unit ${name}-hint"
        />
        <span class="muted" id="${name}-unit">ms</span>
      </span>
      <div id="${name}-hint">
        ${isInvalid ? html`<p class="error">Enter a number from 0 to ${formatCount(max)}.</p>` : nothing}
        <p class="hint">${sentence}</p>
      </div>
    </div>`;
  }

  #onInput({ target }: Event): void {
    const { name, type, checked, value } = target as HTMLInputElement;
    const field = name as keyof Fields;
    const { [field]: _, ...others } = this.draft;
    const now = type === 'checkbox' ? checked : value;
    const isSaved = this.#settings.value && fieldsOf(this.#settings.value)[field] === now;
    this.draft = isSaved ? others : { ...others, [field]: now };
  }

  #submit(event: SubmitEvent): void {
    event.preventDefault();
    const fields = { ...fieldsOf(this.#settings.value as DeveloperSettings), ...this.draft };
    this.invalid = (Object.keys(TIMES) as Times[]).find((name) => !isTime(fields[name], TIMES[name][1]));
    if (this.invalid) this.querySelector<HTMLInputElement>(`#${this.invalid}`)?.focus();
    else void this.#save(fields);
  }

  async #save({ latencyMs, webhookDelayMs, honoursIdempotency }: Fields): Promise<void> {
    const sent = this.draft;
    const settings = { latencyMs: Number(latencyMs), webhookDelayMs: Number(webhookDelayMs), honoursIdempotency };
    try {
      this.#settings.value = await call<DeveloperSettings>('PUT', 'settings', settings);
      if (this.draft === sent) this.draft = {}; // unless the user kept typing
      this.problem = undefined;
      showToast(this, 'Settings saved.');
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }
}

function fieldsOf({ latencyMs, webhookDelayMs, honoursIdempotency }: DeveloperSettings): Fields {
  return { latencyMs: String(latencyMs), webhookDelayMs: String(webhookDelayMs), honoursIdempotency };
}

const isTime = (text: string, max: number): boolean => /^\s*\d{1,5}\s*$/.test(text) && Number(text) <= max;

customElements.define('settings-page', SettingsPage);
