import assert from 'node:assert/strict';
import { afterEach, describe, it, mock } from 'node:test';
import { INPUT_IDS, type FieldName } from '../../../src/contract/field-names.js';
import { fillForm, type Form } from '../../../src/testing/steps/fill-form.js';
import type { ShownInput, Snapshot } from '../../../src/testing/steps/inspect.js';
import { atMost, startLimit, within } from '../../../src/testing/steps/payment-steps.js';

const input = (name: FieldName, value = '', choices?: ShownInput['choices']): ShownInput => ({
  id: INPUT_IDS[name],
  value,
  choices,
});

const snapshot = (inputs: readonly ShownInput[]): Snapshot => ({
  id: 1,
  isDefined: true,
  state: 'ready',
  reference: undefined,
  canFill: inputs.length > 0,
  canPay: true,
  withoutButton: false,
  inputs,
  country: undefined,
  localCountry: undefined,
  currency: 'EUR',
  exponents: undefined,
  min: undefined,
  max: undefined,
  text: '',
});

/** A form whose inputs can change each time it is asked. */
function formOf(inputsAt: (count: number) => readonly ShownInput[]) {
  const written: Partial<Record<FieldName, string>> = {};
  let count = 0;
  const form: Form = {
    inspect: () => Promise.resolve(snapshot(inputsAt(count++))),
    write: (name, value) => {
      written[name] = value;
      return Promise.resolve();
    },
  };
  return { form, written, count: () => count };
}

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

describe('a limit of time', () => {
  afterEach(() => {
    mock.timers.reset();
  });

  it('leaves no timer that keeps the process alive', async () => {
    const before = timers();
    await within(20_000, Promise.resolve());
    await within(20_000, Promise.reject(new Error('no'))).catch(() => undefined);
    await atMost(20_000, Promise.resolve());
    assert.equal(timers(), before);
  });

  it('rejects when a page does not respond', async () => {
    await assert.rejects(within(1, new Promise(() => undefined)), /does not respond/);
  });

  it('is never 0, which means none to Playwright', () => {
    assert.equal(startLimit(-1).left(), 1);
  });

  it('ends under a fake clock', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const { form } = formOf(() => []);
    await assert.rejects(fillForm(form, {}, startLimit(50)), { code: 'no_form' });
  });
});

describe('fillPayment()', () => {
  const REGIONS = [
    ['', ''],
    ['CA', 'California'],
  ] as const;

  it('waits longer than a second for a list of regions', async () => {
    const isLoaded = (count: number) => count > 60; // asked every 20 ms
    const { form, written } = formOf((count) => [
      input('country', 'US', [['US', 'United States']]),
      input('region', '', isLoaded(count) ? REGIONS : undefined),
    ]);
    await fillForm(form, { fields: { region: 'California' } }, startLimit(600_000));
    assert.equal(written.region, 'CA');
  });

  it('does not wait in a country without a list', async () => {
    const { form, count } = formOf(() => [input('country', 'GB', [['GB', 'United Kingdom']]), input('region')]);
    await fillForm(form, {}, startLimit(600_000));
    assert.ok(count() < 4, `It has asked ${count()} times.`);
  });

  it('types the region if the list is lost', async () => {
    const { form, written } = formOf(() => [input('country', 'US', [['US', 'United States']]), input('region')]);
    await fillForm(form, { fields: { region: 'California' } }, startLimit(60));
    assert.equal(written.region, 'California');
  });

  it('ignores fields that are undefined', async () => {
    const { form, written } = formOf(() => [input('card-cvc')]);
    const fields = { email: undefined } as object;
    await fillForm(form, { fields }, startLimit(600_000));
    assert.deepEqual(written, { 'card-cvc': '123' });
  });
});
