import { offerAppearance } from './appearance.js';
import { DONATION } from './donations.js';
import { listEvents } from './event-list.js';

const widget = document.querySelector('payment-widget') as HTMLElementTagNameMap['payment-widget'];

widget.currency = DONATION.currency;
widget.minAmount = DONATION.min;
widget.maxAmount = DONATION.max;
widget.reference = `donation-${crypto.randomUUID()}`; // a real page gets it from its server

for (const button of document.querySelectorAll<HTMLButtonElement>('.choices button')) {
  button.addEventListener('click', () => {
    widget.amount = Number(button.value);
  });
}

offerAppearance(document.querySelector('#appearance') as HTMLElement);
listEvents(widget, document.querySelector('#events') as HTMLElement);
await import('../../src/define.js');
