import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CardFieldName, FieldName } from 'payment-widget/contract/field-names';
import { createView, type Snapshot } from 'payment-widget/element/card-form-view';
import { toHtml } from 'payment-widget/element/to-html';
import { renderFields, renderWidget } from 'payment-widget/element/widget.template';
import { AmountOffer } from 'payment-widget/form/amount-offer';
import { FieldInputs } from 'payment-widget/form/field-inputs';
import { FIELDS } from 'payment-widget/form/fields';
import { VisibleErrors } from 'payment-widget/form/visible-errors';
import ENGLISH from 'payment-widget/i18n/locales/en';

const ORDER = { amount: 4999, currency: 'EUR', reference: 'order-1042' };
const ATTEMPT = { ...ORDER, idempotencyKey: 'key' };
const BLANK: Snapshot['form'] = {
  brand: undefined,
  country: undefined,
  controls: undefined,
  inputs: new FieldInputs(),
  offer: new AmountOffer(new FieldInputs()),
  shown: new VisibleErrors(),
  context: {
    rules: { currency: 'EUR', locale: 'en' },
    firstValues: {},
    extra: undefined,
    definitionOf: (name: FieldName) => FIELDS[name as CardFieldName],
  },
};
const nothing = () => undefined;

/** What the shopper sees in a state of the payment. No element and no document are there. */
function show(change: Partial<Snapshot> = {}): string {
  const names: readonly FieldName[] = ['card-number', 'card-expiry', 'card-cvc'];
  const snapshot: Snapshot = {
    ...{ state: 'ready', session: { name: 'idle' }, following: false, mayReturn: false, order: ORDER },
    ...{ mode: 'live', reportedMode: 'live', form: BLANK, formNumber: 1, pageDirection: undefined },
    ...{ failure: undefined, hint: undefined, isWarned: false, secondsLeft: 0, announcement: nothing },
    ...{ extra: undefined, problems: undefined, networks: undefined },
    settings: {
      current: {
        proxyUrl: 'https://shop.example/pay',
        currency: 'EUR',
        fields: names,
        requestTimeout: 55_000,
      } as never,
      error: undefined,
    },
    flags: { disabled: false, withoutButton: false, submitOnEnter: false, testCard: false },
    address: { country: '', locale: 'en', fields: names },
    textWith: () => (key) => (typeof key === 'function' ? key() : ENGLISH[key]),
    actions: {
      clickPay: nothing,
      submit: nothing,
      fillTestCard: nothing,
      toggleWarning: nothing,
      retryAnyway: nothing,
      goToBank: nothing,
    },
    ...change,
  };
  const view = createView(snapshot);
  return toHtml(renderWidget(view, view.form && renderFields(view.form)));
}

describe('the view of the card form, without an element', () => {
  it('has the fields of the settings', () => {
    const ids = [...show().matchAll(/<input[^>]* id="([^"]*)"/g)].map(([, id]) => id);
    assert.deepEqual(ids, ['cc-number', 'cc-exp', 'cc-csc']);
  });

  it('is the same for the same snapshot', () => {
    assert.equal(show(), show());
  });

  it('has a banner for Test', () => {
    assert.match(show({ mode: 'test' }), /Test mode: no real payment will be made\./);
  });

  for (const [what, change] of [
    ['an earlier payment is checked', { state: 'loading', session: { name: 'checking', attempt: ATTEMPT, time: 0 } }],
    ['the order is paid', { state: 'paid', session: { name: 'paid', attempt: ATTEMPT, time: 0 } }],
  ] as const)
    it(`has no form while ${what}`, () => {
      assert.doesNotMatch(show(change), /<form|<input|pay-button/);
    });

  it('says that a card may have been charged before the texts of problems have arrived', () => {
    const session = { name: 'unknown', attempt: ATTEMPT, time: 0, code: 'timeout' } as const;
    assert.match(show({ state: 'unknown', session }), /Your card may have been charged/);
  });

  it('shows progress over Pay while a payment is made', () => {
    assert.match(show({ state: 'busy', session: { name: 'busy', attempt: ATTEMPT, time: 0 } }), /Processing payment…/);
  });
});
