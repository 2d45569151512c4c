import type * as real from '../../src/index.js';
import { PaymentWidget } from '../../src/element/payment-widget.js';
import { createFakeWidget } from '../../src/testing/fake-widget.js';
import { holdPolling } from '../support/timers.js';
import { createUnknown } from '../support/unknown-element.js';
import { nextTask } from '../support/until.js';
import { expect, fillCard, mount, mountReady, next } from '../support/widget.js';
import { classOf, observe, SCENARIOS } from '../support/widget-scenarios.js';

/** The fake element of `payment-widget/testing` beside the real one: the page must not see a difference. */

describe('a fake element', () => {
  for (const { title, merchant, outcome, settings, isEmpty, act } of SCENARIOS) {
    it(`behaves as the real one: ${title}`, async () => {
      const reference = `fake-${crypto.randomUUID()}`;
      const widget = await (settings?.disabled ? mount : mountReady)({
        merchant,
        reference,
        mode: 'test',
        ...settings,
      });
      if (settings?.disabled) await next(widget, 'payment-ready');
      if (!isEmpty) await fillCard(widget);
      const expected = observe(widget);
      const polling = holdPolling();
      const acting = act(widget);
      if (merchant === 'settles-paid') {
        await polling.fire();
        await polling.fire();
      }
      const result = await acting;

      const attributes = {
        proxyUrl: '/pay',
        amount: 4999,
        currency: 'EUR',
        mode: 'test' as const,
        reference,
        disabled: settings?.disabled ?? false,
      };
      const fake = createFakeWidget({ element: createUnknown(), ...attributes });
      fake.ready();
      if (isEmpty) fake.change({ valid: false });
      for (let times = 0; times < 3; times++) fake.next(outcome);
      const seen = observe(fake.element);
      if (merchant === 'settles-paid')
        fake.element.addEventListener('payment-unknown', () => {
          void nextTask().then(() => {
            fake.settle('paid');
          });
        });
      expect([await act(fake.element), seen, fake.element.state]).to.deep.equal([result, expected, widget.state]);
    });
  }

  it('reports the outcome of an earlier payment as the real one', async () => {
    const one = await mountReady();
    const other = await mountReady({ reference: one.reference ?? '' });
    await fillCard(one);
    await fillCard(other);
    const expected = observe(other);
    await Promise.all([next(other, 'payment-success'), one.submit()]);

    const fake = createFakeWidget({
      element: createUnknown(),
      reference: one.reference,
      amount: 4999,
      currency: 'EUR',
    });
    fake.ready();
    const seen = observe(fake.element);
    fake.restore('paid');
    expect(seen).to.deep.equal(expected);
  });

  it('is ready as the real one', async () => {
    const trace = async (widget: real.PaymentWidget, ready: Promise<real.PaymentReadyEvent>) => {
      const before = [widget.state, widget.mode];
      const event = await ready;
      return [before, classOf(event), event.detail, widget.state, widget.mode];
    };
    const widget = await mount();
    const expected = await trace(widget, next(widget, 'payment-ready'));
    const fake = createFakeWidget({ element: createUnknown() });
    const seen = trace(fake.element, next(fake.element, 'payment-ready'));
    fake.ready();
    expect(await seen).to.deep.equal(expected);
  });

  it('has the members of the real one', () => {
    const members = (of: object) =>
      Object.getOwnPropertyNames(of).filter(
        (name) => !/^_|[kK]ey$|[tT]oken$|^secret$|Callback$|^constructor$|Update|^render$|^updated$/.test(name),
      );
    const { element } = createFakeWidget({ element: createUnknown() });
    const missing = members(PaymentWidget.prototype).filter((name) => !(name in element));
    expect(missing).to.deep.equal([]);
  });

  it('refuses to replace the real one', async () => {
    const widget = await mount();
    expect(() => createFakeWidget({ element: widget })).to.throw('has defined the real element');
  });
});
