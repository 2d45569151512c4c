import * as real from 'payment-widget';
import { createFakeWidget } from 'payment-widget-testing/fake/fake-widget';
import type { FakeOutcome } from 'payment-widget-testing/fake/fake-outcome';
import { createUnknown } from './unknown-element.js';
import { nextTask } from '../support/until.js';
import { expect, fillCard, mount, mountReady, next } from '../support/widget.js';

const EVENTS = ['change', 'submit', 'action', 'success', 'pending', 'failure', 'unknown'];

const classOf = (event: Event) => Object.entries(real).find(([, it]) => it === event.constructor)?.[0];

type Detail = Partial<real.PaymentErrorDetail & real.PaymentResultDetail>;

/** Logs the events of payments with the state that their listeners see. */
function observe(widget: real.PaymentWidget): unknown[] {
  const seen: unknown[] = [];
  for (const type of EVENTS) {
    widget.addEventListener(`payment-${type}`, (event) => {
      const { error, mode, restored, status } = (event as CustomEvent<Detail>).detail;
      seen.push([classOf(event), widget.state, mode, restored, status ?? error?.status, error?.code]);
    });
  }
  return seen;
}

const create = () =>
  createFakeWidget({ element: createUnknown(), proxyUrl: '/pay', amount: 4999, currency: 'EUR', reference: 'order-1' });

describe('a fake element', () => {
  for (const [merchant, outcome] of [
    ['test', 'paid'],
    ['status-402', 'failed'],
    ['status-202', 'pending'],
    ['stays-unknown', { outcome: 'unknown', code: 'service_error', status: 500 }],
  ] as const) {
    it(`fires the events of the real one: ${merchant}`, async () => {
      const widget = await mountReady({ merchant, mode: 'test' });
      const fake = create();
      fake.ready({ mode: 'test' });
      fake.next(outcome);
      const [expected, seen] = [observe(widget), observe(fake.element)];
      await fillCard(widget);
      fake.change();
      await Promise.all([widget.submit(), fake.element.submit()]);
      const withoutTyping = (log: unknown[]) => log.slice(-3);
      expect(withoutTyping(seen)).to.deep.equal(withoutTyping(expected));
    });
  }

  it('has the members of the real one', () => {
    const members = Object.getOwnPropertyNames(real.PaymentWidget.prototype).filter(
      (name) =>
        !/^_|[kK]ey$|[tT]oken$|^secret$|Callback$|^constructor$|Update|^render$|^createRenderRoot$|^updated?$/.test(
          name,
        ),
    );
    const { element } = create();
    expect(members.filter((name) => !(name in element))).to.deep.equal([]);
  });

  it('shows the outcome of an earlier payment at once', () => {
    const fake = create();
    const seen = observe(fake.element);
    fake.restore('paid');
    expect(seen.at(-1)).to.deep.equal(['PaymentSuccessEvent', 'paid', 'test', true, 200, undefined]);
  });

  it('waits for a check of the page, and sends nothing if it fails', async () => {
    const fake = create();
    fake.element.addEventListener(
      'payment-submit',
      (event) => {
        event.waitUntil(Promise.reject(new real.PaymentCheckError('Sold out.')));
      },
      { once: true },
    );
    const prevented = await fake.pay();
    expect([
      'error' in prevented && prevented.error.code,
      fake.element.state,
      (await fake.pay()).outcome,
    ]).to.deep.equal(['submit_prevented', 'failed', 'paid']);
  });

  it('does not pay a price that has changed during a check, or without proxyUrl or currency', async () => {
    const changes = { amount: 5999, currency: undefined, proxyUrl: undefined };
    const codes = Object.entries(changes).map(async ([name, value]) => {
      const fake = create();
      fake.element.addEventListener('payment-submit', (event) => {
        event.waitUntil(Promise.resolve().then(() => Object.assign(fake.element, { [name]: value })));
      });
      const outcome = await fake.pay();
      return 'error' in outcome && outcome.error.code;
    });
    expect(await Promise.all(codes)).to.deep.equal(['amount_changed', 'invalid_currency', 'missing_proxy_url']);
  });

  it('does not pay an order in doubt again until it is settled', async () => {
    const fake = create();
    const unknown = await fake.pay('unknown');
    fake.element.reset();
    expect([await fake.element.submit(), fake.element.state]).to.deep.equal([unknown, 'unknown']);
    fake.settle('failed');
    expect([fake.element.state, (await fake.pay()).outcome]).to.deep.equal(['failed', 'paid']);
  });

  it('sets how each of the next attempts ends', async () => {
    const fake = create();
    fake.next({ outcome: 'failed', code: 'rate_limited', retryAfter: 7 });
    fake.next(Promise.reject(new Error('of the test')));
    const [first, second] = [await fake.element.submit(), await fake.element.submit()];
    expect(first).to.have.nested.include({ outcome: 'failed', 'error.retryAfter': 7 });
    expect(second).to.have.nested.include({ outcome: 'unknown', 'error.cause.message': 'of the test' });
  });

  it('is empty after a decline, and an empty form cannot be submitted', async () => {
    const fake = create();
    await fake.pay('failed');
    const { outcome } = await fake.element.submit();
    expect([fake.element.valid, outcome, (await fake.pay()).outcome]).to.deep.equal([false, 'failed', 'paid']);
  });

  it('is busy until a promise of an outcome is resolved', async () => {
    const fake = create();
    let resolve: (outcome: FakeOutcome) => void = () => undefined;
    fake.next(new Promise((settle) => (resolve = settle)));
    const paying = fake.pay();
    await nextTask();
    const during = fake.element.state;
    resolve('paid');
    expect([during, (await paying).outcome]).to.deep.equal(['busy', 'paid']);
  });

  it('settles an attempt at the bank', async () => {
    const fake = create();
    await fake.pay({ outcome: 'action_required', action: { url: 'https://bank.example/' } });
    const paid = next(fake.element, 'payment-success');
    fake.settle('paid');
    expect([(await paid).detail.afterAction, fake.element.state]).to.deep.equal([true, 'paid']);
  });

  it('gets errors for what the element never does', async () => {
    const fake = create();
    const widget = await mount();
    const wrong: readonly (() => unknown)[] = [
      () => createFakeWidget({ element: widget }), // the real one
      () => createFakeWidget({ element: null }),
      () => fake.pay('declined' as FakeOutcome),
      () => fake.pay({ outcome: 'unknown', code: 'declined' }),
      () => {
        fake.settle('paid');
      },
    ];
    for (const act of wrong) expect(act).to.throw().with.property('name', 'FakeWidgetError');
    await fake.pay();
    expect(() => {
      fake.restore('paid');
    }).to.throw('The state is paid.');
  });
});
