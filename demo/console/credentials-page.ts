import { html, nothing, type TemplateResult } from 'lit';
import type { Mode } from '../../src/contract/protocol.js';
import type { Credential, RevealedCredential } from '../../src/sandbox/console-api.js';
import { call } from './api.js';
import './key-form.js';
import type { KeyCreated } from './key-form.js';
import { renderKeyList } from './key-list.js';
import { LightElement } from '../ui/light-element.js';
import { LiveData } from './live-data.js';
import './revealed-secret.js';
import { MODES, modeLabel, renderError, showToast } from './templates.js';

const PURPOSES = { test: 'for development', live: 'for production' };

/** `<credentials-page>`: the Live and Test API keys. */
export class CredentialsPage extends LightElement {
  static override properties = { revealed: { state: true }, problem: { state: true } };

  declare protected revealed: RevealedCredential | undefined;
  declare protected problem: string | undefined;
  readonly #keys = new LiveData<readonly Credential[]>(this, 'keys');

  protected override render(): unknown {
    const keys = this.#keys.value;
    const sections = keys && MODES.map((mode) => this.#section(mode, keys));
    return html`<h1>API Credentials</h1>
      <p class="lead">
        Send one of these keys with every request: <code>Authorization: Bearer &lt;API_KEY&gt;</code>. Keep your keys on
        your server, never in a web page.
      </p>
      ${renderError(this.#keys.error)}${renderError(this.problem)}
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
      .heading=${`Your new ${modeLabel(kind)} key “${name}”`}
      .what=${'key'}
      .secret=${key}
      @done=${this.#dismissSecret}
    ></revealed-secret>`;
  }

  #section(mode: Mode, keys: readonly Credential[]): TemplateResult {
    const ofKind = keys.filter(({ kind }) => kind === mode);
    return html`<section class="card" aria-labelledby="${mode}-title">
      <div class="card-head">
        <h2 id="${mode}-title">${modeLabel(mode)} keys <span class="muted">${PURPOSES[mode]}</span></h2>
      </div>
      ${renderKeyList(ofKind, mode, this.#revoke)}
    </section>`;
  }

  #created({ credential }: KeyCreated): void {
    this.problem = undefined;
    this.revealed = credential;
    void this.#keys.load();
  }

  #dismissSecret(): void {
    const id = this.revealed?.id ?? '';
    this.revealed = undefined;
    this.#focusKey(id);
  }

  readonly #revoke = async ({ id, kind, name }: Credential): Promise<void> => {
    const text = `Revoke “${name}”? Requests with this ${modeLabel(kind)} key will fail at once. You cannot undo this.`;
    if (!confirm(text)) return;
    try {
      await call('DELETE', `keys/${id}`);
      await this.#keys.load();
      this.problem = undefined;
      if (this.revealed?.id === id) this.revealed = undefined;
      await this.updateComplete;
      this.#focusKey(id); // the button is gone and the row has moved
      showToast(this, `“${name}” revoked.`);
    } catch (error) {
      this.problem = (error as Error).message;
    }
  };

  #focusKey(id: string): void {
    this.querySelector<HTMLElement>(`[data-key="${id}"]`)?.focus();
  }
}

customElements.define('credentials-page', CredentialsPage);
