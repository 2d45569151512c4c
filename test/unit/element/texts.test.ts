import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createText } from 'payment-widget/element/texts';
import * as contact from 'payment-widget/form/contact/fields';
import ENGLISH from 'payment-widget/i18n/locales/en';
import type { MessageKey } from 'payment-widget/i18n/messages';

describe('createText()', () => {
  it('has a value for every placeholder of the texts, but the label that a field puts in', () => {
    const text = createText({
      form: {
        brand: undefined,
        country: 'DE',
        context: { rules: { currency: 'EUR', locale: 'en' }, contact } as never,
      },
      language: { messages: ENGLISH } as never,
      given: undefined,
      networks: undefined,
      values: { order: { amount: 4999, currency: 'EUR', reference: 'order-1042' }, time: 0, wait: '5 sec' },
    });
    const unfilled = (Object.keys(ENGLISH) as MessageKey[]).filter((key) => text(key).includes('{'));
    assert.deepEqual(unfilled, ['label_optional']);
  });
});
