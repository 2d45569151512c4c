import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { QaModel } from './model.js';
import { GROUPS, problemOf, settingOf, SETTINGS, type Group, type Option, type Setting } from './settings.js';

const TITLES: Readonly<Record<Exclude<Group, 'Page'>, string>> = {
  Order: 'Order',
  Form: 'Form',
  Sending: 'Proxy and sending',
  Slots: 'Content in slots',
};

/** A control for each attribute, property and slot of the element. */
export function renderSettings(model: QaModel): TemplateResult[] {
  return GROUPS.filter((group) => group !== 'Page').map((group) => {
    const fields = SETTINGS.filter((setting) => setting.group === group).map((setting) => renderField(model, setting));
    return html`<fieldset>
      <legend>${TITLES[group]}</legend>
      ${fields}
    </fieldset>`;
  });
}

/** The settings of the merchant's page, and the key of the proxy. */
export function renderPageSettings(model: QaModel): TemplateResult {
  const isStrict = model.get('strict') === 'on';
  const selects = ['lang', 'dir', 'viewport', 'theme', 'layout', 'colours'].map((name) =>
    renderField(model, settingOf(name), isStrict && (name === 'theme' || name === 'layout')),
  );
  const keys = (settingOf('proxy-url').options ?? []).slice(0, 2).map((option) => renderKey(model, option));
  return html`<div class="page-controls">
    <fieldset class="segments" aria-label="Key of the proxy">${keys}</fieldset>
    ${renderField(model, settingOf('isolated'))} ${renderField(model, settingOf('strict'))}
    <div class="selects">${selects}</div>
  </div>`;
}

function renderKey(model: QaModel, [path, label]: Option): TemplateResult {
  const choose = () => {
    model.set({ 'proxy-url': path });
  };
  const isChosen = live(model.get('proxy-url') === path);
  return html`<label
    ><input type="radio" name="key" .value=${path} .checked=${isChosen} @change=${choose} />${label}</label
  >`;
}

function renderField(model: QaModel, setting: Setting, disabled = false): TemplateResult {
  const { name, kind, hint, label, to } = setting;
  const value = model.get(name);
  const isChanged = name !== 'reference' && value !== setting.default;
  const text = html`<span class=${isChanged ? 'changed' : ''}>${to === 'slot' ? `slot ${label}` : label}</span>`;
  const onChange = ({ target }: Event) => {
    const input = target as HTMLInputElement;
    const news = kind === 'flag' ? (input.checked ? 'on' : '') : input.value;
    const problem = problemOf(setting, news);
    input.setCustomValidity(problem ?? '');
    if (problem) input.reportValidity();
    else model.set({ [name]: news });
  };
  if (kind === 'flag') {
    return html`<label class="option" title=${hint ?? nothing}
      ><input type="checkbox" .name=${name} .checked=${live(value === 'on')} @change=${onChange} /> ${text}</label
    >`;
  }
  const id = `set-${name}`;
  const list = setting.options && html`<datalist id="${id}-options">${renderOptions(setting, value)}</datalist>`;
  return html`<div class="field">
    <label for=${id}>${text}</label>
    ${
      kind === 'choice'
        ? html`<select id=${id} .name=${name} ?disabled=${disabled} @change=${onChange}>
            ${renderOptions(setting, value)}
          </select>`
        : html`<input
              id=${id}
              .name=${name}
              .value=${value}
              list=${list ? `${id}-options` : nothing}
              aria-describedby=${hint ? `${id}-hint` : nothing}
              spellcheck="false"
              autocomplete="off"
              @change=${onChange}
            />
            ${list}`
    }
    ${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : nothing}
  </div>`;
}

function renderOptions({ kind, options = [] }: Setting, value: string): TemplateResult[] {
  const isKnown = kind !== 'choice' || options.some(([option]) => option === value);
  const all = isKnown ? options : [...options, [value, value] as const];
  return all.map(
    ([option, text]) =>
      html`<option .value=${option} .selected=${live(kind === 'choice' && option === value)}>${text}</option>`,
  );
}
