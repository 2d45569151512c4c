import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Mode } from '../../src/contract/protocol.js';
import type { Credential } from '../../src/sandbox/console-api.js';
import { modeLabel, renderTime } from './templates.js';

/** Keys of one kind: active keys, newest first, then revoked ones. */
export function renderKeyList(
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
