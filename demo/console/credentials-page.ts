import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Mode } from 'payment-widget/contract/protocol';
import type { Credential, NewKey, RevealedCredential } from 'payment-widget-testing/sandbox/records';
import { call, LiveData } from './live-data.js';
import { LightElement } from '../ui/light-element.js';
import './revealed-secret.js';
import { modeLabel, MODES, renderError, renderTime, showToast } from './templates.js';

/** Keys of one kind: active keys, newest first, then revoked ones. */
function renderKeyList(
  keys: readonly Credential[],
  mode: Mode,
  revoke: (key: Credential) => Promise<void>,
): TemplateResult {
  if (keys.length === 0) {
    return html`<div class="empty">
      <p>No ${modeLabel(mode)} keys yet</p>
      <p>Create a key above. It is shown only once.</p>
    </div>`;
  }
  const sorted = [...keys].sort((a, b) => rank(a) - rank(b) || b.createdAt.localeCompare(a.createdAt));
  return html`<ul class="rows">
    ${repeat(
      sorted,
      ({ id }) => id,
      (key) => row(key, revoke),
    )}
  </ul>`;
}

const rank = ({ revokedAt }: Credential): number => (revokedAt === null ? 0 : 1);

function row(key: Credential, revoke: (key: Credential) => Promise<void>): TemplateResult {
  const { id, name, hint, createdAt, lastUsedAt, revokedAt } = key;
  const onRevoke = () => {
    void revoke(key);
  };
  return html`<li class="row ${revokedAt === null ? '' : 'revoked'}" data-key=${id} tabindex="-1">
    <div class="row-name">
      <strong>${name}</strong>
      ${revokedAt === null ? nothing : html`<span class="badge negative">Revoked</span>`}
      <span class="muted">ending in <code>${hint}</code></span>
    </div>
    <p class="row-facts muted small">
      <span>Created ${renderTime(createdAt)}</span>
      <span>${lastUsedAt === null ? 'Never used' : html`Last used ${renderTime(lastUsedAt)}`}</span>
      ${revokedAt === null ? nothing : html`<span>Revoked ${renderTime(revokedAt)}</span>`}
    </p>
    ${
      revokedAt === null
        ? html`<button type="button" class="small danger" aria-label="Revoke “${name}”" @click=${onRevoke}>
            Revoke
          </button>`
        : nothing
    }
  </li>`;
}

const PURPOSES = { test: 'for development', live: 'for production' };

/** `<credentials-page>`: the Live and Test API keys. */
class CredentialsPage extends LightElement {
  static override properties = {
    revealed: { state: true },
    problem: { state: true },
    busy: { state: true },
    nameError: { state: true },
  };

  declare protected busy: boolean | undefined;
  declare protected nameError: string | undefined;
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
      ${renderError(this.problem)}
      <section class="card stack" aria-labelledby="create-title">
        <h2 id="create-title">Create a key</h2>
        ${this.#form()} ${this.#reveal()}
      </section>
      ${sections}`;
  }

  #form(): TemplateResult {
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
    </form>`;
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
      this.revealed = await call<RevealedCredential>('POST', 'keys', key);
      this.problem = undefined;
      form.reset();
      void this.#keys.load();
    } catch (error) {
      this.problem = (error as Error).message;
    } finally {
      this.busy = false;
    }
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
