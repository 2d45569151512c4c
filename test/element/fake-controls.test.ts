import type { FakeOutcome } from '../../src/testing/fake-outcome.js';
import { createFakeWidget } from '../../src/testing/fake-widget.js';
import { createUnknown } from '../support/unknown-element.js';
import { nextTask } from '../support/until.js';
import { expect, next } from '../support/widget.js';

describe('the controls of a fake element', () => {
  const create = () =>
    createFakeWidget({
      element: createUnknown(),
      proxyUrl: '/pay',
      amount: 4999,
      currency: 'EUR',
      reference: 'order-1042',
    });

  it('sets how each of the next attempts ends', async () => {
    const fake = create();
    fake.next({ outcome: 'failed', code: 'rate_limited', retryAfter: 7 });
    fake.next('pending');
    const first = await fake.element.submit();
    const second = await fake.element.submit();
    expect([first.outcome, 'error' in first && first.error.retryAfter, second.outcome]).to.deep.equal([
      'failed',
      7,
      'pending',
    ]);
  });

  it('keeps the outcome of the next attempt if the page prevents this one', async () => {
    const fake = create();
    fake.next('failed');
    fake.element.addEventListener(
      'payment-submit',
      (event) => {
        event.preventDefault();
      },
      { once: true },
    );
    await fake.pay();
    const outcome = await fake.pay();
    expect('error' in outcome && outcome.error.code).to.equal('declined');
  });

  it('decides when an attempt ends', async () => {
    const fake = create();
    let during = '';
    const outcome = new Promise<FakeOutcome>((resolve) => {
      fake.element.addEventListener('payment-submit', () => {
        void nextTask().then(() => {
          during = fake.element.state;
          resolve('paid');
        });
      });
    });
    fake.next(outcome);
    const paid = await fake.pay();
    expect([during, paid.outcome]).to.deep.equal(['busy', 'paid']);
  });

  it('can pay again after a promise that rejects', async () => {
    const fake = create();
    fake.next(Promise.reject(new Error('of the test')));
    const error = await fake.pay().catch((reason: unknown) => reason);
    expect([(error as Error).message, (await fake.pay()).outcome]).to.deep.equal(['of the test', 'paid']);
  });

  it('settles an attempt at the bank', async () => {
    const fake = create();
    await fake.pay({ outcome: 'action_required', action: { url: 'https://bank.example/' } });
    const before = fake.element.state;
    const paid = next(fake.element, 'payment-success');
    fake.settle('paid');
    expect([before, (await paid).detail.afterAction, fake.element.state]).to.deep.equal(['pending', true, 'paid']);
  });

  it('gets errors for what the element never does', async () => {
    const fake = create();
    const wrong: readonly (() => unknown)[] = [
      () => createFakeWidget({ element: null }),
      () => createFakeWidget({ element: document.createElement('form') }),
      () => {
        fake.next('declined' as FakeOutcome);
      },
      () => {
        fake.next({ outcome: 'failed', code: 'connection_lost' });
      },
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
