import 'payment-widget/react';
import type { PaymentFailureEvent, PaymentSuccessEvent, PaymentWidget } from 'payment-widget';
import type { PaymentWidgetProps } from 'payment-widget/react';
import { createRef, type JSX } from 'react';

/** Compiled by types.test.ts: correct and incorrect uses of `<payment-widget>` in JSX. */

const ref = createRef<PaymentWidget>();
const paid = ({ detail }: PaymentSuccessEvent) => detail.idempotencyKey;

// Properties of each kind, and attributes of every element.
export const byProperties = (
  <payment-widget
    key="form"
    ref={ref}
    style={{ maxWidth: '26rem' }}
    data-test="form"
    proxyUrl="/pay"
    amount={4999}
    currency="EUR"
    reference="order-1042"
    fields="amount card-number card-expiry card-cvc"
    mode="test"
    testCard
    metadata={{ basket: '17' }}
    prefill={{ 'cardholder-name': 'Ada', country: 'DE' }}
    messages={{ pay: 'Donate {amount}' }}
    buildRequest={(payment) => ({ ...payment, shop: 3 })}
    interpretResponse={({ status }) => (status === 209 ? 'paid' : undefined)}
    onpayment-ready={({ detail }) => detail.capabilities.recovery}
    onpayment-field={({ detail }) => detail.problem === 'card_expiry_past'}
    onpayment-submit={(event) => {
      event.waitUntil(Promise.resolve());
      event.preventDefault();
    }}
    onpayment-success={paid}
    onpayment-failure={({ detail }) => detail.error.code}
  >
    <p>The payment form could not be loaded. Please call us.</p>
    <div slot="before-button">{'Note'}</div>
  </payment-widget>
);

// The same by attribute names.
export const byAttributes = (
  <payment-widget
    proxy-url="/pay"
    min-amount="500"
    max-amount={100_000}
    request-timeout="30000"
    omit-cookies
    without-button={false}
    test-card
  />
);

// A component that passes its props on.
export const Checkout = (props: PaymentWidgetProps): JSX.Element => <payment-widget proxyUrl="/pay" {...props} />;

export const empty = <payment-widget />;

// @ts-expect-error: there is no such property
export const unknownProperty = <payment-widget proxyUri="/pay" />;

// @ts-expect-error: React listens to payment-success, not to paymentSuccess
export const unknownEvent = <payment-widget onPaymentSuccess={paid} />;

// @ts-expect-error: no such event
export const misspelled: PaymentWidgetProps = { 'onpayment-sucess': paid };

// @ts-expect-error: the class of another event
export const wrongEvent = <payment-widget onpayment-success={(event: PaymentFailureEvent) => event.detail.error} />;

// @ts-expect-error: a boolean attribute
export const wrongBoolean = <payment-widget test-card="yes" />;

// @ts-expect-error: card data is never prefilled
export const cardData = <payment-widget prefill={{ 'card-number': '4242424242424242' }} />;

// @ts-expect-error: it is read-only
export const readOnly = <payment-widget state="paid" />;
