import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CardFieldName, FieldName } from 'payment-widget/contract/field-names';
import { createView, type Snapshot } from 'payment-widget/element/card-form-view';
import * as contact from 'payment-widget/element/contact-fields';
import { toHtml } from 'payment-widget/element/to-html';
import { renderFields, renderWidget } from 'payment-widget/element/widget.template';
import { FIELDS } from 'payment-widget/form/fields';
import ENGLISH from 'payment-widget/i18n/locales/en';

const ORDER = { amount: 4999, currency: 'EUR', reference: 'order-1042' };
const ATTEMPT = { ...ORDER, idempotencyKey: 'key' };
const BLANK: Snapshot['form'] = {
  brand: undefined,
  inputs: [],
  problems: {},
  warning: undefined,
  controls: [],
  listed: [],
  isOfferKept: true,
  context: {
    rules: { currency: 'EUR', locale: 'en' },
    firstValues: {},
    contact: undefined,
    definitionOf: (name: FieldName) => FIELDS[name as CardFieldName],
  },
};
const nothing = () => undefined;

/** A card form that is ready. No element and no document are there. */
function snapshotOf(fields: readonly FieldName[]): Snapshot {
  return {
    state: 'ready',
    session: { name: 'idle' },
    following: false,
    mayReturn: false,
    order: ORDER,
    mode: 'live',
    reportedMode: 'live',
    settings: { proxyUrl: 'https://shop.example/pay', currency: 'EUR', fields, requestTimeout: 55_000 } as never,
    settingError: undefined,
    isFramed: false,
    isReferenceConfirmed: true,
    form: BLANK,
    formNumber: 1,
    pageDirection: undefined,
    failure: undefined,
    hint: undefined,
    isWarned: false,
    secondsLeft: 0,
    announcement: undefined,
    contact: undefined,
    problems: undefined,
    networks: undefined,
    shownNetworks: undefined,
    flags: { disabled: false, withoutButton: false, submitOnEnter: false, testCard: false },
    address: { country: '', locale: 'en', fields },
    textWith: () => (key) => (typeof key === 'function' ? key() : ENGLISH[key]),
    actions: {
      clickPay: nothing,
      submit: nothing,
      fillTestCard: nothing,
      toggleWarning: nothing,
      retryAnyway: nothing,
      goToBank: nothing,
    },
  };
}

/** What the shopper sees in a state of the payment. */
function show(change: Partial<Snapshot> = {}): string {
  const view = createView({ ...snapshotOf(['card-number', 'card-expiry', 'card-cvc']), ...change });
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

  it('has the fields of an address in the order of its country', () => {
    const fields: readonly FieldName[] = ['postal-code', 'card-number', 'city', 'country'];
    const address = { country: 'DE', locale: 'de', fields };
    const definitionOf = (name: FieldName) => contact.definitionOf(name, address) ?? FIELDS['card-number'];
    const form = { ...BLANK, context: { ...BLANK.context, definitionOf } };
    const view = createView({ ...snapshotOf(fields), form, contact, address });
    const names = view.form?.fields.map(({ name, block }) => block?.map((field) => field.name) ?? name);
    assert.deepEqual(names, [['country', 'postal-code', 'city'], 'card-number']);
  });

  it('has an urgent announcement in the live region for alerts', () => {
    const announcement = { messages: ['retry_ready'], isUrgent: true } as const;
    assert.match(show({ announcement }), /role="alert"><p>You can try again/);
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
