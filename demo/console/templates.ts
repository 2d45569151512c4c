import { html, nothing, type TemplateResult } from 'lit';
import type { Mode } from 'payment-widget/contract/protocol';

export const MODES: readonly Mode[] = ['test', 'live'];

export const modeLabel = (mode: Mode): string => (mode === 'live' ? 'Live' : 'Test');

/** Dates in the format of the service's interface: day, short month, year. In UTC. */
const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'UTC' });
const COUNT = new Intl.NumberFormat('en');

export const formatCount = (count: number): string => COUNT.format(count);

/** `21 Nov 2026, 14:03:09 UTC` */
export function renderTime(iso: string): TemplateResult {
  const at = new Date(iso);
  const date = DATE.format(at).replace('Sept', 'Sep');
  return html`<time class="number" datetime=${iso}>${date}, ${TIME.format(at)} UTC</time>`;
}

export function renderError(text: string | undefined): TemplateResult | typeof nothing {
  return text === undefined ? nothing : html`<p class="notice negative" role="alert">${text}</p>`;
}

export function statusColour(status: string): string {
  if (status.startsWith('2')) return 'positive';
  return status.startsWith('5') ? 'negative' : 'warning';
}

/** Confirms an action. The console shows it for some seconds, and screen readers announce it. */
export class ToastEvent extends Event {
  readonly text: string;

  constructor(text: string) {
    super('toast', { bubbles: true });
    this.text = text;
  }
}

export function showToast(from: EventTarget, text: string): void {
  from.dispatchEvent(new ToastEvent(text));
}
