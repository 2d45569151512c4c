import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import type { FieldName } from 'payment-widget/contract/field-names';
import { INPUT_IDS } from 'payment-widget/contract/fields';
import { fillForm, type Form } from 'payment-widget-testing/steps/fill-form';
import type { ShownInput, Snapshot } from 'payment-widget-testing/steps/inspect';
import { startLimit } from 'payment-widget-testing/steps/payment-steps';

const input = (name: FieldName, value = '', choices?: ShownInput['choices']): ShownInput => ({
  id: INPUT_IDS[name],
  value,
  choices,
});

const US = input('country', 'US', [['US', 'United States']]);

const REGIONS: ShownInput['choices'] = [
  ['', ''],
  ['CA', 'California'],
];

/** A form whose inputs can change each time it is asked. */
function formOf(inputsAt: (count: number) => readonly ShownInput[]) {
  const written: Partial<Record<FieldName, string>> = {};
  let count = 0;
  const form: Form = {
    inspect() {
      const inputs = inputsAt(count++);
      return Promise.resolve({ canFill: inputs.length > 0, inputs, currency: 'EUR' } as Partial<Snapshot> as Snapshot);
    },
    write(name, value) {
      written[name] = value;
      return Promise.resolve();
    },
  };
  return { form, written };
}

describe('fillPayment()', () => {
  it('ends in time under a fake clock', async (t) => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    t.after(() => {
      mock.timers.reset();
    });
    await assert.rejects(fillForm(formOf(() => []).form, {}, startLimit(50)), { code: 'no_form' });
  });

  for (const [what, loadedAt, limitMs, region] of [
    ['chooses the region, however late its list is', 60, 600_000, 'CA'],
    ['types the region if its list is lost', Infinity, 60, 'California'],
  ] as const) {
    it(what, async () => {
      const { form, written } = formOf((count) => [
        US,
        input('region', '', count > loadedAt ? REGIONS : undefined), // asked every 20 ms
      ]);
      await fillForm(form, { fields: { region: 'California' } }, startLimit(limitMs));
      assert.equal(written.region, region);
    });
  }
});
