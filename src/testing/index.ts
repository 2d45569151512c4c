export { createFakeWidget, type FakeWidget, type FakeWidgetOptions } from './fake-widget.js';
export { FakeWidgetError, type FakeOutcome } from './fake-outcome.js';
export type { PaymentWidget } from '../element/payment-widget.js';
export type { PaymentOutcome } from '../payment/outcome.js';
