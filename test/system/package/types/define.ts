import 'payment-widget/define';

/** Compiled by types.test.ts: what `payment-widget/define` declares. */

const widget = document.querySelector('payment-widget');
void widget?.submit();
document.createElement('payment-widget').amount = 4999;

widget?.addEventListener('payment-success', ({ detail }) => detail.payment);
document.addEventListener('payment-failure', ({ detail }) => detail.error.code);
window.addEventListener('payment-change', ({ detail }) => detail.brand);

// @ts-expect-error: a success event has no error
widget?.addEventListener('payment-success', ({ detail }) => detail.error);

// @ts-expect-error: an amount is a number
document.createElement('payment-widget').amount = '4999';
