import { html, nothing, type TemplateResult } from 'lit';
import type { DeveloperSettings } from 'payment-widget-testing/sandbox/console';
import { LightElement } from '../ui/light-element.js';
import { call, LiveData } from './live-data.js';
import { formatCount, renderError, showToast } from './templates.js';

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
class SettingsPage extends LightElement {
  static override properties = { invalid: { state: true }, problem: { state: true } };

  declare protected invalid: Times | undefined;
  declare protected problem: string | undefined;
  readonly #settings = new LiveData<DeveloperSettings>(this, 'settings');

  protected override render(): unknown {
    const saved = this.#settings.value;
    return html`<h1>Developer settings</h1>
      <p class="lead">How the sandbox behaves, for all of its users. The real service has no such settings.</p>
      ${saved && this.#form(saved)}`;
  }

  #form({ latencyMs, webhookDelayMs }: DeveloperSettings): TemplateResult {
    return html`<form class="card" aria-label="Settings" novalidate @submit=${this.#submit}>
      ${this.#time('latencyMs', latencyMs)} ${this.#time('webhookDelayMs', webhookDelayMs)} ${renderError(this.problem)}
      <button class="primary">Save settings</button>
    </form>`;
  }

  #time(name: Times, ms: number): TemplateResult {
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
          .value=${String(ms)}
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

  #submit(event: SubmitEvent): void {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement);
    const text = (name: Times) => fields.get(name) as string;
    this.invalid = (Object.keys(TIMES) as Times[]).find((name) => !isTime(text(name), TIMES[name][1]));
    if (this.invalid) this.querySelector<HTMLInputElement>(`#${this.invalid}`)?.focus();
    else {
      void this.#save({
        latencyMs: Number(text('latencyMs')),
        webhookDelayMs: Number(text('webhookDelayMs')),
      });
    }
  }

  async #save(settings: DeveloperSettings): Promise<void> {
    try {
      this.#settings.value = await call<DeveloperSettings>('PUT', 'settings', settings);
      this.problem = undefined;
      showToast(this, 'Settings saved.');
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }
}

const isTime = (text: string, max: number): boolean => /^\s*\d{1,5}\s*$/.test(text) && Number(text) <= max;

customElements.define('settings-page', SettingsPage);
