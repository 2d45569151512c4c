import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { NetworksOf } from 'payment-widget/contract/networks';
import { NetworkChoice } from 'payment-widget/form/networks';

const CARD = '4000 0025 0000 1001';
const OTHER = '4242 4242 4242 4242';
const BOTH = ['cartes-bancaires', 'visa'];

/** Lets lookups begin and end. */
const settle = async () => {
  mock.timers.runAll();
  await setImmediate();
};

function setUp(networksOf: NetworksOf) {
  const asked: string[] = [];
  let changes = 0;
  const choice = new NetworkChoice(() => changes++);
  const look: NetworksOf = (bin) => {
    asked.push(bin);
    return networksOf(bin);
  };
  const see = async (text: string) => {
    choice.see(text, look);
    await settle();
    return choice.options(undefined);
  };
  return { choice, see, look, asked, changes: () => changes };
}

describe('NetworkChoice', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    mock.timers.reset();
  });

  it('looks each card up once', async () => {
    const { see, asked } = setUp(() => BOTH);
    for (const text of ['4000 0025', CARD, '4000 0025 0', '', CARD, OTHER, CARD]) await see(text);
    assert.deepEqual(asked, ['40000025', '42424242']);
  });

  it('takes the preference of the merchant', async () => {
    const { choice, see } = setUp(() => ({ networks: BOTH, preferred: 'visa' }));
    await see(CARD);
    assert.equal(choice.chosen, 'visa');
  });

  it('keeps the choice while the rest of the number changes, and drops it with another card', async () => {
    const { choice, see } = setUp(() => BOTH);
    await see(CARD);
    choice.chosen = 'visa';
    await see('4000 0025 9');
    assert.equal(choice.chosen, 'visa');
    await see(OTHER);
    assert.equal(choice.chosen, undefined);
  });

  it('ignores a late answer about another card', async () => {
    const answers = new Map<string, (found: string[]) => void>();
    const { choice, see } = setUp((bin) => new Promise((resolve) => answers.set(bin, resolve)));
    await see(CARD);
    await see(OTHER);
    answers.get('40000025')?.(BOTH);
    await settle();
    assert.deepEqual(choice.options(undefined), []);
    answers.get('42424242')?.(['visa', 'dankort']);
    await settle();
    assert.deepEqual(choice.options(undefined), ['visa', 'dankort']);
  });

  for (const [what, found] of [
    ['nothing', undefined],
    ['one network', ['visa']],
    ['an invalid name', ['visa', 'Cartes Bancaires']],
  ] as const) {
    it(`offers no choice if the lookup finds ${what}`, async () => {
      assert.deepEqual(await setUp(() => found as never).see(CARD), []);
    });
  }

  it('offers no choice if the lookup throws or rejects', async () => {
    const thrown = setUp(() => {
      throw new Error('down');
    });
    assert.deepEqual(await thrown.see(CARD), []);
    assert.deepEqual(await setUp(() => Promise.reject(new Error('down'))).see(CARD), []);
    assert.equal(thrown.changes(), 0);
  });

  it('offers accepted networks only', async () => {
    const { choice, see } = setUp(() => [...BOTH, 'dankort']);
    await see(CARD);
    assert.deepEqual(choice.options(['visa', 'mastercard']), []);
    assert.deepEqual(choice.options(['visa', 'cartes-bancaires']), BOTH);
  });
});
