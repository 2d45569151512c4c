import 'payment-widget/define';

/** What a page gets to know from `payment-widget/define` alone: types.test.ts lets the compiler read it. */

const widget = document.querySelector('payment-widget');
void widget?.submit();
document.createElement('payment-widget').amount = 4999;

widget?.addEventListener('payment-success', ({ detail }) => detail.payment);
document.addEventListener('payment-failure', ({ detail }) => detail.error.code);
window.addEventListener('payment-change', ({ detail }) => detail.brand);

// @ts-expect-error: the event of a payment that succeeded has no error
widget?.addEventListener('payment-success', ({ detail }) => detail.error);

// @ts-expect-error: an amount is a number
document.createElement('payment-widget').amount = '4999';
