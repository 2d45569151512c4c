import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Mode } from '../../src/contract/protocol.js';
import type { Credential } from '../sandbox/console-api.js';
import { nameOf, time } from './parts.js';

/** Keys of one kind: those that are taken, the newest first, then the revoked ones. */
export function keyList(
  keys: readonly Credential[],
  mode: Mode,
  revoke: (key: Credential) => Promise<void>,
): TemplateResult {
  if (keys.length === 0) {
    return html`<div class="empty">
      <p>No ${nameOf(mode)} keys yet</p>
      <p>Create one above. It is shown once, right after that.</p>
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
  const ask = () => {
    void revoke(key);
  };
  return html`<li class="row ${revokedAt === null ? '' : 'revoked'}" data-key=${id} tabindex="-1">
    <div class="row-name">
      <strong>${name}</strong>
      ${revokedAt === null ? nothing : html`<span class="badge negative">Revoked</span>`}
      <span class="muted">ends in <code>${hint}</code></span>
    </div>
    <p class="row-facts muted small">
      <span>Created ${time(createdAt)}</span>
      <span>${lastUsedAt === null ? 'Never used' : html`Last used ${time(lastUsedAt)}`}</span>
      ${revokedAt === null ? nothing : html`<span>Revoked ${time(revokedAt)}</span>`}
    </p>
    ${
      revokedAt === null
        ? html`<button type="button" class="small danger" aria-label="Revoke “${name}”" @click=${ask}>Revoke</button>`
        : nothing
    }
  </li>`;
}
