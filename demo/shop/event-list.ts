import { PAYMENT_EVENTS } from '../payment-events.js';

/** Lists the payment events on a page, for developers. */
export function listEvents(widget: HTMLElementTagNameMap['payment-widget'], list: HTMLElement): void {
  for (const type of PAYMENT_EVENTS) {
    widget.addEventListener(type, (event) => {
      const entry = document.createElement('li');
      entry.append(Object.assign(document.createElement('code'), { textContent: type }), ` ${summary(event.detail)}`);
      list.append(entry);
    });
  }
}

function summary(detail: object): string {
  const { error, ...rest } = detail as { error?: { code: string; outcome: string } };
  return JSON.stringify(error ? { error: { code: error.code, outcome: error.outcome }, ...rest } : rest);
}
