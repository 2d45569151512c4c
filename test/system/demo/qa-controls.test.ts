import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { findPreset } from '../../../demo/qa/function-presets.js';
import { SETTINGS, type Setting } from '../../../demo/qa/settings.js';
import type { PaymentWidget } from '../../../src/index.js';
import { withDemo } from '../../support/demo.js';
import { QaVisit } from './qa-visit.js';

/** A value other than the default, for each setting of the element. */
const SAMPLES: Readonly<Record<string, string>> = {
  amount: '1250',
  currency: 'JPY',
  reference: 'order-9',
  description: 'Tea & "cake"',
  'min-amount': '100',
  'max-amount': '9900',
  fields: 'card-number card-expiry card-cvc email',
  'proxy-url': '/qa/live',
  mode: 'live',
  'request-timeout': '3000',
  metadata: '{ "cart": "7f3a" }',
  currencyExponents: '{ "ISK": 2 }',
  prefill: '{ "country": "GB" }',
  messages: '{ "pay": "Donate {amount}" }',
  buildRequest: 'wrapped',
  interpretResponse: 'pending',
  networksOf: 'two',
  brands: 'visa mastercard',
  'action-origins': 'http://localhost:4243',
  'return-url': '/qa/returned.html',
  'payment-submit': 'prevents',
  'slot-header': 'Kaffee & Tasse',
  'slot-before-button': 'note',
  'slot-footer': 'Call us <b>now</b>',
};

const ofElement = SETTINGS.filter(({ to }) => !('page' in to));

describe('the settings of the QA page', () => {
  const context = withDemo();
  let visit: QaVisit;
  before(async () => {
    visit = await QaVisit.open(context.browser, context.shopUrl);
    await visit.showTab('Settings');
    await visit.page.locator('qa-settings details').evaluateAll((groups) => {
      for (const group of groups) (group as HTMLDetailsElement).open = true;
    });
    await visit.mark();
  });

  async function set({ name, kind }: Setting): Promise<string> {
    const value = SAMPLES[name] ?? 'on';
    if (kind === 'flag') await visit.page.locator(`qa-settings input[name="${name}"]`).check();
    else if (kind === 'choice') await visit.page.locator(`#set-${name}`).selectOption(value);
    else await visit.page.locator(`#set-${name}`).fill(value);
    return value;
  }

  /** The setting as the element has it now. */
  function actual({ to }: Setting): Promise<unknown> {
    return visit.widget.evaluate((element, target) => {
      const widget = element as PaymentWidget;
      if ('attribute' in target) return widget.getAttribute(target.attribute);
      if ('slot' in target) return widget.querySelector(`[slot=${target.slot}]`)?.textContent.trim();
      if ('event' in target) return !widget.dispatchEvent(new Event(target.event, { cancelable: true }));
      if (!('property' in target)) return undefined;
      const value = Reflect.get(widget, target.property) as unknown;
      return typeof value === 'function' ? String((value as (argument: unknown) => unknown)({ amount: 1 })) : value;
    }, to);
  }

  function expected({ name, kind, to }: Setting, value: string): unknown {
    if (kind === 'flag') return '';
    if (kind === 'json') return JSON.parse(value);
    if (name === 'slot-before-button') return 'Note for the gift';
    if ('event' in to) return true;
    if (!('property' in to)) return value;
    return String((findPreset(to.property, value)?.run as (argument: unknown) => unknown)({ amount: 1 }));
  }

  for (const setting of ofElement) {
    it(`${setting.name} changes the element and the address`, async () => {
      const value = await set(setting);
      assert.deepEqual(await actual(setting), expected(setting, value));
      assert.equal(visit.search.get(setting.name), value);
    });
  }

  it('never reload the frame', async () => {
    assert.equal(await visit.isMarked(), true);
  });

  it('are reset to their defaults, except for the reference', async () => {
    await visit.page.getByRole('button', { name: 'Reset settings' }).click();
    const attributes = await visit.read((widget) =>
      Object.fromEntries(Array.from(widget.attributes, ({ name, value }) => [name, value])),
    );
    assert.deepEqual(attributes, {
      amount: '4999',
      currency: 'EUR',
      reference: 'order-9',
      'proxy-url': '/qa/test',
      'action-origins': context.demo.serviceUrl,
    });
    assert.equal(new URL(visit.page.url()).search, '?reference=order-9');
  });
});
