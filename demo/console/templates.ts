import { html, nothing, type TemplateResult } from 'lit';
import type { Mode } from '../../src/contract/protocol.js';
import { formatTime } from './format.js';

/** Templates that several pages share. */
export const MODES: readonly Mode[] = ['test', 'live'];

export const modeLabel = (mode: Mode): string => (mode === 'live' ? 'Live' : 'Test');

export function renderTime(iso: string): TemplateResult {
  return html`<time class="number" datetime=${iso}>${formatTime(iso)}</time>`;
}

/** Shows an error and announces it. */
export function renderError(text: string | undefined): TemplateResult | typeof nothing {
  return text === undefined ? nothing : html`<p class="notice negative" role="alert">${text}</p>`;
}

/** Badge style for an HTTP status. */
export function statusColour(status: string | number): string {
  const kind = String(status).charAt(0);
  if (kind === '2') return 'positive';
  return kind === '5' ? 'negative' : 'warning';
}
