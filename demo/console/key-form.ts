import { html, nothing } from 'lit';
import type { NewKey, RevealedCredential } from '../../src/sandbox/console-api.js';
import { call } from './api.js';
import { LightElement } from '../ui/light-element.js';
import { renderError, MODES, modeLabel } from './templates.js';

/** Fired with the new key, which is only known now. */
export class KeyCreated extends Event {
  readonly credential: RevealedCredential;

  constructor(credential: RevealedCredential) {
    super('created');
    this.credential = credential;
  }
}

/** `<key-form>`: creates an API key. */
export class KeyForm extends LightElement {
  static override properties = { busy: { state: true }, nameError: { state: true }, problem: { state: true } };

  declare protected busy: boolean;
  /** The error of the name field. */
  declare protected nameError: string | undefined;
  /** Why the key could not be created. */
  declare protected problem: string | undefined;

  constructor() {
    super();
    this.busy = false;
  }

  protected override render(): unknown {
    const kinds = MODES.map(
      (mode) =>
        html`<label
          ><input type="radio" name="kind" .value=${mode} ?checked=${mode === 'test'} />${modeLabel(mode)}</label
        >`,
    );
    return html`<form class="key-form" novalidate @submit=${this.#submit}>
        <div class="field">
          <label for="key-name">Name</label>
          <input
            id="key-name"
            name="name"
            maxlength="60"
            autocomplete="off"
            required
            aria-invalid=${this.nameError ? 'true' : nothing}
            aria-describedby="key-name-hint"
          />
          <p class=${this.nameError ? 'error' : 'hint'} id="key-name-hint">
            ${this.nameError ?? 'For example “Web shop”.'}
          </p>
        </div>
        <fieldset class="kind">
          <legend>Kind</legend>
          <div class="segments">${kinds}</div>
        </fieldset>
        <button class="primary" aria-disabled=${this.busy ? 'true' : nothing}>Create key</button>
      </form>
      ${renderError(this.problem)}`;
  }

  #submit(event: SubmitEvent): void {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const key = Object.fromEntries(new FormData(form)) as unknown as NewKey;
    const name = key.name.trim();
    this.nameError = name === '' ? 'Enter a name for the key.' : undefined;
    if (this.nameError) form.querySelector('input')?.focus();
    else if (!this.busy) void this.#create(form, { ...key, name });
  }

  async #create(form: HTMLFormElement, key: NewKey): Promise<void> {
    this.busy = true;
    try {
      const credential = await call<RevealedCredential>('POST', 'keys', key);
      this.problem = undefined;
      form.reset();
      this.dispatchEvent(new KeyCreated(credential));
    } catch (error) {
      this.problem = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }
}

customElements.define('key-form', KeyForm);
