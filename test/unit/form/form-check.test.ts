import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as contact from 'payment-widget/form/contact/fields';
import { checkForm } from 'payment-widget/form/form-check';
import type { FormRules, FormValues } from 'payment-widget/form/form-rules';

const RULES: FormRules = { currency: 'EUR', locale: 'en', contact };
const RIGHT: FormValues = { 'card-number': '4242 4242 4242 4242', 'card-expiry': '12 / 30', 'card-cvc': '123' };

describe('checkForm()', () => {
  it('finds a form valid and complete, and its brand', () => {
    assert.deepEqual(checkForm(RIGHT, RULES).status, { valid: true, complete: true, brand: 'visa' });
  });

  it('finds a form complete that is wrong', () => {
    const { status, problems } = checkForm({ ...RIGHT, 'card-cvc': '12' }, RULES);
    assert.deepEqual(status, { valid: false, complete: true, brand: 'visa' });
    assert.deepEqual(Object.keys(problems), ['card-cvc']);
  });

  it('finds a form incomplete as long as a required field is empty', () => {
    assert.equal(checkForm({ ...RIGHT, 'card-expiry': ' ' }, RULES).status.complete, false);
    const address = { 'address-line1': '1 High Street', 'address-line2': '', city: 'Bath' };
    assert.equal(checkForm({ ...RIGHT, ...address }, { ...RULES, country: 'GB' }).status.complete, true);
  });

  it('refuses what the service has refused, if the form has that field', () => {
    const { problems } = checkForm(RIGHT, RULES, ['card-expiry', 'email']);
    assert.deepEqual(problems, { 'card-expiry': 'control_invalid' });
  });

  it('is not valid with an invalid control of the page', () => {
    const { status, problems } = checkForm(RIGHT, RULES, [], [{} as HTMLElement]);
    assert.deepEqual([status.valid, problems], [false, {}]);
  });

  it('warns of an unusual number only', () => {
    assert.equal(checkForm({ 'card-number': '6200 0000 0000 0004' }, RULES).warning, 'card_number_unusual');
    assert.equal(checkForm({ 'card-number': '4242 4242 4242 4241' }, RULES).warning, undefined);
  });

  it('needs the list of test numbers for a valid number in Live mode only', () => {
    const count = (number: string, isLive: boolean) =>
      checkForm({ 'card-number': number }, { ...RULES, isLive }).missingParts.length;
    assert.equal(count('4242 4242 4242 4242', true), 1);
    assert.equal(count('4242 4242 4242 4242', false), 0);
    assert.equal(count('4242', true), 0);
  });
});
