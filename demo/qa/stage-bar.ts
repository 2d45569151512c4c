import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { PagePart } from './page-part.js';
import { OWN_PROXIES, settingOf, type Option } from './settings.js';

/** `<qa-stage-bar>`: viewport, proxy and page settings. */
export class StageBar extends PagePart {
  protected override render(): TemplateResult {
    const isStrict = this.model.get('strict') === 'on';
    return html`
      <div class="bar">
        ${this.#segments('viewport', 'Viewport', settingOf('viewport').options ?? [])}
        ${this.#segments('proxy-url', 'Proxy', OWN_PROXIES)}
        <label class="option">
          <input type="checkbox" .checked=${live(isStrict)} @change=${this.#onStrict} /> Strict CSP
        </label>
      </div>
      <div class="bar selects">
        ${this.#select('lang')} ${this.#select('dir')} ${this.#select('theme', isStrict)} ${this.#select('colours')}
      </div>
      <div role="status">
        ${
          isStrict
            ? html`<p class="hint">
                Uses the strictest policy and no style sheet, so themes have no effect. Switching reloads the frame and
                clears the form.
              </p>`
            : ''
        }
      </div>
    `;
  }

  readonly #onStrict = (event: Event): void => {
    this.model.set({ strict: (event.target as HTMLInputElement).checked ? 'on' : '' });
  };

  #segments(name: string, label: string, options: readonly Option[]): TemplateResult {
    const choices = options.map(([value, text]) => {
      const choose = () => {
        this.model.set({ [name]: value });
      };
      const isChosen = live(this.model.get(name) === value);
      return html`<label
        ><input type="radio" name="bar-${name}" .value=${value} .checked=${isChosen} @change=${choose} />${text}</label
      >`;
    });
    return html`<fieldset class="segments" aria-label=${label}>${choices}</fieldset>`;
  }

  #select(name: string, disabled = false): TemplateResult {
    const { label, options = [] } = settingOf(name);
    const value = this.model.get(name);
    const known = options.some(([option]) => option === value) ? options : [...options, [value, value] as const];
    const choose = (event: Event) => {
      this.model.set({ [name]: (event.target as HTMLSelectElement).value });
    };
    const choices = known.map(
      ([option, text]) =>
        html`<option .value=${option} .selected=${live(option === value)}>
          ${name === 'lang' ? languageName(option) : text}
        </option>`,
    );
    return html`<label class="select"
      ><span>${label}</span>
      <select ?disabled=${disabled} @change=${choose}>
        ${choices}
      </select>
    </label>`;
  }
}

/** In English, with the tag, for testers who cannot read the language. */
function languageName(tag: string): string {
  const name = tag && new Intl.DisplayNames('en', { type: 'language' }).of(tag);
  return name ? `${name} (${tag})` : tag;
}

customElements.define('qa-stage-bar', StageBar);
