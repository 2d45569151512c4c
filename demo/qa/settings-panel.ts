import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Values } from './settings-url.js';
import { PagePart } from './page-part.js';
import { GROUPS, problemOf, SETTINGS, type Group, type Option, type Setting } from './settings.js';

const TITLES: Readonly<Record<Exclude<Group, 'Page'>, string>> = {
  Order: 'Order',
  Form: 'Form',
  Sending: 'Proxy and sending',
  Slots: 'Content in slots',
};

/** `<qa-settings>`: a control for each attribute, property and slot of the element. */
export class SettingsPanel extends PagePart {
  /** Invalid JSON as typed. */
  readonly #drafts = new Map<string, string>();
  #known: Values = {};

  /** Drops drafts that were changed elsewhere, for example by Back. */
  protected override willUpdate(): void {
    for (const name of this.#drafts.keys()) {
      if (this.#known[name] !== this.model.get(name)) this.#drafts.delete(name);
    }
    this.#known = this.model.values;
  }

  protected override render(): TemplateResult {
    const groups = GROUPS.filter((group) => group !== 'Page').map((group) => this.#group(group, TITLES[group]));
    return html`${groups}`;
  }

  #group(group: Group, title: string): TemplateResult {
    const settings = SETTINGS.filter((setting) => setting.group === group);
    const changed = settings.filter((setting) => this.#isChanged(setting)).length;
    const fields = settings.map((setting) => this.#field(setting));
    return html`
      <details class="settings-group" ?open=${group === 'Order' || group === 'Form'}>
        <summary>
          <h3>${title}</h3>
          ${changed > 0 ? html`<span class="badge accent">${changed} changed</span>` : nothing}
        </summary>
        <div class="stack">${fields}</div>
      </details>
    `;
  }

  #field(setting: Setting): TemplateResult {
    const { name, kind, hint } = setting;
    if (kind === 'flag') {
      return html`<div class="field">
        <label class="option ${this.#isChanged(setting) ? 'changed' : ''}"
          >${this.#switch(setting)} ${this.#name(setting)}</label
        >
        ${hint ? html`<p class="hint">${hint}</p>` : nothing}
      </div>`;
    }
    const draft = this.#drafts.get(name);
    const problem = draft === undefined ? undefined : problemOf(setting, draft);
    return html`
      <div class="field ${this.#isChanged(setting) ? 'changed' : ''}">
        <label for="set-${name}">${this.#name(setting)}</label>
        ${kind === 'choice' ? this.#choice(setting) : this.#text(setting, draft, problem)}
        ${problem ? html`<p class="error" id="set-${name}-error" role="alert">${problem}</p>` : nothing}
        ${hint ? html`<p class="hint">${hint}</p>` : nothing}
        ${kind === 'choice' ? nothing : this.#suggestions(setting)}
      </div>
    `;
  }

  #name({ label, group }: Setting): TemplateResult {
    return group === 'Slots' ? html`slot <code>${label}</code>` : html`<code>${label}</code>`;
  }

  #isChanged({ name, default: defaultValue }: Setting): boolean {
    return (name !== 'reference' && this.model.get(name) !== defaultValue) || this.#drafts.has(name);
  }

  #switch({ name }: Setting): TemplateResult {
    const isOn = live(this.model.get(name) === 'on');
    return html`<input type="checkbox" .name=${name} .checked=${isOn} @change=${this.#onSwitch} />`;
  }

  #choice({ name, options = [] }: Setting): TemplateResult {
    const choices = options.map(
      ([value, label]) =>
        html`<option .value=${value} .selected=${live(this.model.get(name) === value)}>${label}</option>`,
    );
    return html`<select id="set-${name}" .name=${name} @change=${this.#onChoice}>
      ${choices}
    </select>`;
  }

  #text({ name, kind, absent }: Setting, draft: string | undefined, problem: string | undefined): TemplateResult {
    const value = live(draft ?? this.model.get(name));
    return kind === 'json'
      ? html`<textarea
          id="set-${name}"
          rows="2"
          spellcheck="false"
          autocomplete="off"
          aria-invalid=${problem ? 'true' : nothing}
          aria-describedby=${problem ? `set-${name}-error` : nothing}
          .name=${name}
          .value=${value}
          @input=${this.#onInput}
          @change=${this.#onDone}
        ></textarea>`
      : html`<input
          id="set-${name}"
          spellcheck="false"
          autocomplete="off"
          placeholder=${absent ?? nothing}
          .name=${name}
          .value=${value}
          @input=${this.#onInput}
          @change=${this.#onDone}
        />`;
  }

  readonly #onSwitch = (event: Event): void => {
    const { name, checked } = event.target as HTMLInputElement;
    this.model.set({ [name]: checked ? 'on' : '' });
  };

  readonly #onChoice = (event: Event): void => {
    const { name, value } = event.target as HTMLSelectElement;
    this.model.set({ [name]: value });
  };

  readonly #onInput = (event: Event): void => {
    const { name, value } = event.target as HTMLInputElement;
    this.#type(name, value);
  };

  readonly #onDone = (): void => {
    this.model.endTyping();
  };

  /** Keeps an invalid value as a draft. The last valid value stays in effect. */
  #type(name: string, value: string): void {
    const setting = SETTINGS.find((candidate) => candidate.name === name);
    if (setting && problemOf(setting, value)) this.#drafts.set(name, value);
    else {
      this.#drafts.delete(name);
      this.model.set({ [name]: value }, { typing: true });
    }
    this.requestUpdate();
  }

  #suggestions({ name, default: defaultValue, options = [] }: Setting): TemplateResult | typeof nothing {
    const isDefault = this.model.get(name) === defaultValue && !this.#drafts.has(name);
    const suggestions: Option[] = [...options];
    if (!isDefault && name !== 'reference' && !suggestions.some(([value]) => value === defaultValue)) {
      suggestions.push([defaultValue, defaultValue ? `Default: ${defaultValue}` : 'Remove']);
    }
    if (suggestions.length === 0) return nothing;
    const buttons = suggestions.map(([value, label]) => {
      const pick = () => {
        this.#drafts.delete(name);
        this.model.set({ [name]: value });
        this.requestUpdate();
      };
      const isPicked = this.model.get(name) === value;
      return html`<button
        type="button"
        class="quiet small"
        aria-label="${name}: ${label}"
        aria-pressed=${isPicked}
        @click=${pick}
      >
        ${label}
      </button>`;
    });
    return html`<div class="picks">${buttons}</div>`;
  }
}

customElements.define('qa-settings', SettingsPanel);
