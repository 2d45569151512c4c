import { html, nothing, type TemplateResult } from 'lit';
import type { Mode } from '../../src/contract/protocol.js';
import type { Credential, RevealedCredential } from '../sandbox/console-api.js';
import { call } from './api.js';
import { ask } from './ask.js';
import './key-form.js';
import type { KeyCreated } from './key-form.js';
import { keyList } from './key-list.js';
import { LightElement } from '../ui/light-element.js';
import { Live } from './live.js';
import { failure, MODES, nameOf } from './parts.js';
import './revealed-secret.js';
import { say } from './say.js';

const PURPOSES = { test: 'for development', live: 'for production' };

/** `<credentials-page>`: the API keys, Live and Test. */
export class CredentialsPage extends LightElement {
  static override properties = { revealed: { state: true }, problem: { state: true } };

  declare protected revealed: RevealedCredential | undefined;
  declare protected problem: string | undefined;
  readonly #keys = new Live<readonly Credential[]>(this, 'keys');

  protected override render(): unknown {
    const keys = this.#keys.value;
    const sections = keys && MODES.map((mode) => this.#section(mode, keys));
    return html`<h1>API Credentials</h1>
      <p class="lead">
        Every request carries one of these keys: <code>Authorization: Bearer &lt;API_KEY&gt;</code>. A key belongs on
        your server and nowhere else, least of all in a page.
      </p>
      ${failure(this.#keys.error)}${failure(this.problem)}
      <section class="card stack" aria-labelledby="create-title">
        <h2 id="create-title">Create a key</h2>
        <key-form @created=${this.#created}></key-form>
        ${this.#reveal()}
      </section>
      ${sections}`;
  }

  #reveal(): TemplateResult | typeof nothing {
    if (!this.revealed) return nothing;
    const { key, kind, name } = this.revealed;
    return html`<revealed-secret
      .heading=${`Your new ${nameOf(kind)} key “${name}”`}
      .what=${'key'}
      .secret=${key}
      @done=${this.#putAway}
    ></revealed-secret>`;
  }

  #section(mode: Mode, keys: readonly Credential[]): TemplateResult {
    const ofKind = keys.filter(({ kind }) => kind === mode);
    return html`<section class="card" aria-labelledby="${mode}-title">
      <div class="card-head">
        <h2 id="${mode}-title">${nameOf(mode)} keys <span class="muted">${PURPOSES[mode]}</span></h2>
      </div>
      ${keyList(ofKind, mode, this.#revoke)}
    </section>`;
  }

  #created({ credential }: KeyCreated): void {
    this.problem = undefined;
    this.revealed = credential;
    void this.#keys.load();
  }

  #putAway(): void {
    const id = this.revealed?.id ?? '';
    this.revealed = undefined;
    this.#focusKey(id);
  }

  readonly #revoke = async ({ id, kind, name }: Credential): Promise<void> => {
    const confirmed = await ask({
      title: `Revoke “${name}”?`,
      text: `Whatever still uses this ${nameOf(kind)} key is refused at once, with 401. This cannot be undone.`,
      action: 'Revoke key',
    });
    if (!confirmed) return;
    try {
      await call('DELETE', `keys/${id}`);
      await this.#keys.load();
      this.problem = undefined;
      if (this.revealed?.id === id) this.revealed = undefined;
      await this.updateComplete;
      this.#focusKey(id); // its button is gone, and it stands elsewhere
      say(this, `“${name}” is revoked.`);
    } catch (error) {
      this.problem = (error as Error).message;
    }
  };

  #focusKey(id: string): void {
    this.querySelector<HTMLElement>(`[data-key="${id}"]`)?.focus();
  }
}

customElements.define('credentials-page', CredentialsPage);
