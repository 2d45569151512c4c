import { html, nothing, type TemplateResult } from 'lit';
import type { DeveloperSettings } from '../sandbox/console-api.js';
import { call } from './api.js';
import { formatCount } from './format.js';
import { LightElement } from '../ui/light-element.js';
import { Live } from './live.js';
import { failure } from './parts.js';
import { say } from './say.js';

type Texts = Record<Times, string>;
type Fields = Texts & { honoursIdempotency: boolean };
type Times = 'latencyMs' | 'webhookDelayMs';

const TIMES: Readonly<Record<Times, readonly [label: string, max: number, sentence: string]>> = {
  latencyMs: [
    'Latency',
    20_000,
    'How long every answer of the service takes at least. Slow services find impatient code.',
  ],
  webhookDelayMs: [
    'Webhook delay',
    60_000,
    'How long after a payment its event is sent. A late event shows how an unknown outcome settles itself.',
  ],
};

/** `<settings-page>`: what developers may change about the sandbox. */
export class SettingsPage extends LightElement {
  static override properties = { draft: { state: true }, wrong: { state: true }, problem: { state: true } };

  /** What has been changed and not saved yet; the rest follows the server. */
  declare protected draft: Partial<Fields>;
  declare protected wrong: Times | undefined;
  declare protected problem: string | undefined;
  readonly #settings = new Live<DeveloperSettings>(this, 'settings');

  constructor() {
    super();
    this.draft = {};
  }

  protected override render(): unknown {
    const saved = this.#settings.value;
    return html`<h1>Developer settings</h1>
      <p class="lead">How the sandbox behaves, for everybody who uses it. The real service knows nothing of this.</p>
      ${failure(this.#settings.error)} ${saved && this.#form({ ...fieldsOf(saved), ...this.draft })}`;
  }

  #form(fields: Fields): TemplateResult {
    return html`<form class="card" aria-label="Settings" novalidate @submit=${this.#submit} @input=${this.#note}>
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
          A request with the <code>Idempotency-Key</code> of an earlier one gets that one’s answer and charges nothing.
          Off, each request charges: then only the proxy stands between a shopper and a second charge.
        </p>
      </div>
      ${this.#time('webhookDelayMs', fields.webhookDelayMs)} ${failure(this.problem)}
      <div class="buttons save">
        <button class="primary">Save settings</button>
        <p class="muted small">${Object.keys(this.draft).length > 0 ? 'Not saved yet.' : 'All saved.'}</p>
      </div>
    </form>`;
  }

  #time(name: Times, value: string): TemplateResult {
    const [label, max, sentence] = TIMES[name];
    const wrong = this.wrong === name;
    return html`<div class="setting">
      <label for=${name}>${label}</label>
      <span class="time">
        <input
          id=${name}
          name=${name}
          inputmode="numeric"
          autocomplete="off"
          .value=${value}
          aria-invalid=${wrong ? 'true' : nothing}
          aria-describedby="${name}-unit ${name}-hint"
        />
        <span class="muted" id="${name}-unit">ms</span>
      </span>
      <div id="${name}-hint">
        ${wrong ? html`<p class="error">Enter a whole number from 0 to ${formatCount(max)}.</p>` : nothing}
        <p class="hint">${sentence}</p>
      </div>
    </div>`;
  }

  #note({ target }: Event): void {
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
    this.wrong = (Object.keys(TIMES) as Times[]).find((name) => !isTime(fields[name], TIMES[name][1]));
    if (this.wrong) this.querySelector<HTMLInputElement>(`#${this.wrong}`)?.focus();
    else void this.#save(fields);
  }

  async #save({ latencyMs, webhookDelayMs, honoursIdempotency }: Fields): Promise<void> {
    const sent = this.draft;
    const wish = { latencyMs: Number(latencyMs), webhookDelayMs: Number(webhookDelayMs), honoursIdempotency };
    try {
      this.#settings.value = await call<DeveloperSettings>('PUT', 'settings', wish);
      if (this.draft === sent) this.draft = {}; // else somebody went on typing
      this.problem = undefined;
      say(this, 'The settings are saved and hold from the next request on.');
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
