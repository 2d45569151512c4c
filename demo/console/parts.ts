import { html, nothing, type TemplateResult } from 'lit';
import type { Mode } from '../../src/contract/protocol.js';
import { formatTime } from './format.js';

/** Small things that more than one page shows. */
export const MODES: readonly Mode[] = ['test', 'live'];

export const nameOf = (mode: Mode): string => (mode === 'live' ? 'Live' : 'Test');

export function time(iso: string): TemplateResult {
  return html`<time class="number" datetime=${iso}>${formatTime(iso)}</time>`;
}

/** Why something could not be done. It is said at once. */
export function failure(text: string | undefined): TemplateResult | typeof nothing {
  return text === undefined ? nothing : html`<p class="notice negative" role="alert">${text}</p>`;
}

/** Good, bad, or neither: the colour of an HTTP status. */
export function statusColour(status: string | number): string {
  const kind = String(status).charAt(0);
  if (kind === '2') return 'positive';
  return kind === '5' ? 'negative' : 'warning';
}
