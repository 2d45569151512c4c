import * as real from '../../src/index.js';
import { PaymentWidget } from '../../src/element/payment-widget.js';
import { attributeOf, defineSettings, SETTINGS } from '../../src/element/stand-in-settings.js';
import type { FakeOutcome } from '../../src/testing/fake-outcome.js';
import { createFakeWidget } from '../../src/testing/fake-widget.js';
import { expect, fillCard, mount, mountReady, next, type Settings } from '../support/widget.js';

/** The fake element of `payment-widget/testing` beside the real one: the page must not see a difference. */

/** An element that the page's registry does not know, as in jsdom. */
const createUnknown = () => document.implementation.createHTMLDocument().createElement('payment-widget');

interface Scenario {
  readonly title: string;
  /** Ends the payment of the real element, and of the fake. */
  readonly merchant: string;
  readonly outcome: FakeOutcome;
  readonly settings?: Settings;
  readonly isEmpty?: boolean;
  /** What the page does with its element. @returns what it sees */
  readonly act: (widget: real.PaymentWidget) => Promise<unknown>;
}

const EVENTS = [
  'payment-change',
  'payment-submit',
  'payment-action',
  'payment-success',
  'payment-pending',
  'payment-failure',
  'payment-unknown',
];

const classOf = (event: Event) => Object.entries(real).find(([, it]) => it === event.constructor)?.[0];

/** Everything about a detail but texts for developers, and what the service decides. */
function summarize(detail: object): unknown {
  return Object.entries(detail)
    .map(([name, value]: [string, unknown]) => {
      if (name === 'idempotencyKey') return [name, typeof value === 'string' ? value.length : value];
      if (name === 'payment') return [name];
      if (!real.isPaymentError(value)) return [name, value];
      const { code, outcome, retryable, status, cause, fieldErrors } = value;
      return [
        name,
        code,
        outcome,
        retryable,
        status,
        cause instanceof Error && cause.message,
        fieldErrors !== undefined,
      ];
    })
    .sort(([one], [other]) => String(one).localeCompare(String(other)));
}

/** Logs the events of payments with the state that their listeners see. */
function observe(widget: real.PaymentWidget): unknown[] {
  const seen: unknown[] = [];
  for (const type of EVENTS) {
    widget.addEventListener(type, (event) => {
      const { bubbles, composed, cancelable, detail } = event as CustomEvent<object>;
      const { state, mode } = widget;
      seen.push({ type, class: classOf(event), bubbles, composed, cancelable, state, mode, detail: summarize(detail) });
    });
  }
  return seen;
}

const submit = async (widget: real.PaymentWidget) => summarize(await widget.submit());

/** With `payment-submit` listeners. */
const listen = (widget: real.PaymentWidget, listener: (event: real.PaymentSubmitEvent) => void) => {
  widget.addEventListener('payment-submit', listener);
};

const SCENARIOS: readonly Scenario[] = [
  { title: 'a payment', merchant: 'test', outcome: 'paid', act: submit },
  { title: 'a decline', merchant: 'status-402', outcome: 'failed', act: submit },
  { title: 'a pending payment', merchant: 'status-202', outcome: 'pending', act: submit },
  {
    title: 'an unknown outcome',
    merchant: 'stays-unknown',
    outcome: { outcome: 'unknown', code: 'service_error', status: 500 },
    act: submit,
  },
  {
    title: 'a confirmation by the bank',
    merchant: 'action-stays',
    settings: { actionOrigins: 'https://acs.example' },
    outcome: {
      outcome: 'action_required',
      action: { url: 'https://acs.example/challenge', method: 'POST', fields: { creq: 'eyJ0', submit: 'x' } },
    },
    act: (widget) => {
      widget.addEventListener('payment-action', (event) => {
        event.preventDefault();
      });
      return submit(widget);
    },
  },
  {
    title: 'an outcome that becomes known',
    merchant: 'settles-paid',
    outcome: { outcome: 'unknown', code: 'service_error', status: 500 },
    act: async (widget) => {
      const settled = next(widget, 'payment-success');
      const first = await submit(widget);
      await settled;
      return [first, await submit(widget)];
    },
  },
  {
    title: 'a payment that the page prevents',
    merchant: 'test',
    outcome: 'paid',
    act: (widget) => {
      listen(widget, (event) => {
        event.preventDefault();
      });
      return submit(widget);
    },
  },
  {
    title: 'a payment that waits for a check',
    merchant: 'test',
    outcome: 'paid',
    act: async (widget) => {
      let finish = (): void => undefined;
      const check = new Promise<void>((resolve) => (finish = resolve));
      listen(widget, (event) => {
        event.waitUntil(check);
      });
      const begun = next(widget, 'payment-submit');
      const paying = submit(widget);
      await begun;
      await Promise.resolve();
      const during = widget.state;
      finish();
      return [during, await paying];
    },
  },
  {
    title: 'a check that fails',
    merchant: 'test',
    outcome: 'paid',
    act: (widget) => {
      listen(widget, (event) => {
        event.waitUntil(Promise.reject(new real.PaymentCheckError('Sold out.')));
      });
      return submit(widget);
    },
  },
  {
    title: 'a check that is added late',
    merchant: 'test',
    outcome: 'paid',
    act: async (widget) => {
      const event = await new Promise<real.PaymentSubmitEvent>((resolve) => {
        listen(widget, resolve);
        void widget.submit();
      });
      await next(widget, 'payment-success');
      try {
        event.waitUntil(Promise.resolve());
      } catch (error) {
        return (error as DOMException).name;
      }
    },
  },
  {
    title: 'a price that changes during a check',
    merchant: 'test',
    outcome: 'paid',
    act: (widget) => {
      listen(widget, (event) => {
        widget.amount = 5999;
        event.waitUntil(Promise.resolve());
      });
      return submit(widget);
    },
  },
  {
    title: 'an order that changes during a check',
    merchant: 'test',
    outcome: 'paid',
    act: (widget) => {
      listen(widget, (event) => {
        widget.reference = 'another-order';
        event.waitUntil(Promise.resolve());
      });
      return submit(widget);
    },
  },
  { title: 'an invalid form', merchant: 'test', outcome: 'paid', isEmpty: true, act: submit },
  { title: 'a disabled form', merchant: 'test', outcome: 'paid', settings: { disabled: true }, act: submit },
  {
    title: 'two calls of submit()',
    merchant: 'test',
    outcome: 'paid',
    act: async (widget) => {
      const [first, second] = await Promise.all([widget.submit(), widget.submit()]);
      return [first === second, first === (await widget.submit())];
    },
  },
  {
    title: 'a payment in the listener of a decline',
    merchant: 'status-402',
    outcome: 'failed',
    act: async (widget) => {
      const again = new Promise((resolve) => {
        widget.addEventListener(
          'payment-failure',
          () => {
            resolve(submit(widget));
          },
          { once: true },
        );
      });
      return [await submit(widget), await again];
    },
  },
  {
    title: 'reset() while the outcome is unknown',
    merchant: 'stays-unknown',
    outcome: { outcome: 'unknown', code: 'service_error', status: 500 },
    act: async (widget) => {
      await widget.submit();
      widget.reset();
      const same = widget.state;
      widget.reference = 'the-next-order';
      widget.reset();
      return [same, widget.state];
    },
  },
  {
    title: 'reset() after a payment',
    merchant: 'test',
    outcome: 'paid',
    act: async (widget) => {
      await widget.submit();
      widget.reset();
      return widget.state;
    },
  },
];

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
      const result = await act(widget);

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
        fake.element.addEventListener('payment-unknown', () => setTimeout(() => { fake.settle('paid'); }));
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
    expect(() => createFakeWidget({ element: widget })).to.throw('element is the real one');
  });
});

describe('the settings of an element in jsdom', () => {
  it('are those of the real one', () => {
    const names = [...PaymentWidget.elementProperties].map(([name, { attribute }]) => {
      const hasAttribute = attribute !== false;
      const known = SETTINGS[name as keyof typeof SETTINGS];
      return [
        name,
        hasAttribute === (known !== undefined),
        !hasAttribute || typeof attribute !== 'string' || attribute === attributeOf(String(name)),
      ];
    });
    expect(names).to.deep.equal(names.map(([name]) => [name, true, true]));
    expect(names.map(([name]) => name)).to.have.members(Object.keys(SETTINGS));
  });

  it('read attributes as the real one', async () => {
    const widget = await mount({ amount: '12', fields: 'card-number', withoutButton: true });
    const element = createUnknown();
    for (const { name, value } of widget.attributes) element.setAttribute(name, value);
    defineSettings(element);
    const read = ({
      amount,
      minAmount,
      proxyUrl,
      fields,
      withoutButton,
      disabled,
      requestTimeout,
      metadata,
    }: real.PaymentWidget) =>
      ({ amount, minAmount, proxyUrl, fields, withoutButton, disabled, requestTimeout, metadata }) as const;
    expect(read(element)).to.deep.equal(read(widget));
  });

  it('are what was set last, as an attribute or a property', () => {
    const element = createUnknown();
    defineSettings(element);
    element.amount = 1;
    element.setAttribute('amount', '2');
    const fromAttribute = element.amount;
    element.amount = 3;
    expect([fromAttribute, element.amount]).to.deep.equal([2, 3]);
  });
});
