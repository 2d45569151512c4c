import { html, nothing } from 'lit';
import type { KeyWish, RevealedCredential } from '../sandbox/console-api.js';
import { call } from './api.js';
import { LightElement } from '../ui/light-element.js';
import { failure, MODES, nameOf } from './parts.js';

/** A key was made; this is the one time that it is known. */
export class KeyCreated extends Event {
  readonly credential: RevealedCredential;

  constructor(credential: RevealedCredential) {
    super('created');
    this.credential = credential;
  }
}

/** `<key-form>` makes an API key. What is typed is the form's own, whatever comes in meanwhile. */
export class KeyForm extends LightElement {
  static override properties = { busy: { state: true }, wrong: { state: true }, problem: { state: true } };

  declare protected busy: boolean;
  /** What is wrong with the name. */
  declare protected wrong: string | undefined;
  /** Why it could not be made. */
  declare protected problem: string | undefined;

  constructor() {
    super();
    this.busy = false;
  }

  protected override render(): unknown {
    const kinds = MODES.map(
      (mode) =>
        html`<label
          ><input type="radio" name="kind" .value=${mode} ?checked=${mode === 'test'} />${nameOf(mode)}</label
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
            aria-invalid=${this.wrong ? 'true' : nothing}
            aria-describedby="key-name-hint"
          />
          <p class=${this.wrong ? 'error' : 'hint'} id="key-name-hint">
            ${this.wrong ?? 'What it is for, such as “Web shop”.'}
          </p>
        </div>
        <fieldset class="kind">
          <legend>Kind</legend>
          <div class="segments">${kinds}</div>
        </fieldset>
        <button class="primary" aria-disabled=${this.busy ? 'true' : nothing}>Create key</button>
      </form>
      ${failure(this.problem)}`;
  }

  #submit(event: SubmitEvent): void {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const wish = Object.fromEntries(new FormData(form)) as unknown as KeyWish;
    const name = wish.name.trim();
    this.wrong = name === '' ? 'Enter a name, so that you know later what the key is for.' : undefined;
    if (this.wrong) form.querySelector('input')?.focus();
    else if (!this.busy) void this.#create(form, { ...wish, name });
  }

  async #create(form: HTMLFormElement, wish: KeyWish): Promise<void> {
    this.busy = true;
    try {
      const credential = await call<RevealedCredential>('POST', 'keys', wish);
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
