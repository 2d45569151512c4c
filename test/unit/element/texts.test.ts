import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createText } from '../../../src/element/texts.js';
import * as extra from '../../../src/form/extra/fields.js';
import ENGLISH from '../../../src/i18n/locales/en.js';
import type { MessageKey } from '../../../src/i18n/messages.js';

describe('createText()', () => {
  it('has a value for every placeholder of the texts, but the label that a field puts in', () => {
    const text = createText({
      form: { brand: undefined, country: 'DE', context: { rules: { currency: 'EUR', locale: 'en' }, extra } as never },
      language: { messages: ENGLISH } as never,
      given: undefined,
      networks: undefined,
      values: { order: { amount: 4999, currency: 'EUR', reference: 'order-1042' }, time: 0, wait: '5 sec' },
    });
    const unfilled = (Object.keys(ENGLISH) as MessageKey[]).filter((key) => text(key).includes('{'));
    assert.deepEqual(unfilled, ['label_optional']);
  });
});
