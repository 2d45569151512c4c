import { fixture, html } from '@open-wc/testing';
import { sendAlone } from 'payment-widget/payment/order-guard';
import { until } from '../support/until.js';
import { expect, fillIn, mountReady, newReference, part, postsOf, record, textOf } from '../support/widget.js';
import type { PaymentWidget } from 'payment-widget';

const CHANNEL = 'payment-widget:paid:2';

/** Two forms with the same order. */
async function mountTwo(merchant = 'test'): Promise<[PaymentWidget, PaymentWidget]> {
  const reference = newReference();
  const forms = [await mountReady({ merchant, reference }), await mountReady({ merchant, reference })] as const;
  for (const form of forms) await fillIn(form);
  return [...forms];
}

/** Pays in the first of two forms. Returns both, and the events that report it. */
async function payInFirst(merchant?: string) {
  const [first, second] = await mountTwo(merchant);
  const events = [record(first), record(second)];
  await first.submit();
  await until(() => second.state === 'paid');
  const reports = events.map((all) => all.find(({ type }) => type === 'payment-success')?.detail as unknown);
  return { first, second, reports: reports as ({ restored: boolean; payment: unknown } | undefined)[] };
}

describe('Two forms with the same order', () => {
  for (const merchant of ['test', 'bare']) {
    it(`both show the result when one has paid (${merchant})`, async () => {
      const { second } = await payInFirst(merchant);
      expect(textOf(part(second, '#result-text'))).to.contain('€49.99');
    });
  }

  it('pay once when the second is pressed as soon as the first has paid', async () => {
    const { second } = await payInFirst();
    await second.submit();
    expect(await postsOf(second)).to.have.lengthOf(1);
  });

  it('report that only the form that paid has a new outcome, and share no response of the service', async () => {
    const { reports } = await payInFirst();
    expect(reports.map((it) => it?.restored)).to.deep.equal([false, true]);
    expect(reports[1]?.payment).to.equal(null);
  });

  it('have different names for screen readers', async () => {
    const names = (await mountTwo()).map((widget) => part(widget, 'form').getAttribute('aria-label'));
    expect(new Set(names).size).to.equal(2);
  });
});

it('A form with another order can still be paid', async () => {
  const other = await mountReady();
  const { second } = await payInFirst();
  await other.updateComplete;
  expect([second.state, other.state]).to.deep.equal(['paid', 'ready']);
});

describe('Two tabs with the same order', () => {
  it('both show that it is paid, whatever other scripts send on their channel', async () => {
    const first = await mountReady();
    const tab = await fixture<HTMLIFrameElement>(html`<iframe title="tab"></iframe>`);
    const { document, BroadcastChannel } = tab.contentWindow as Window & typeof globalThis;
    const script = document.createElement('script');
    script.type = 'module';
    script.src = new URL('../../src/define.js', import.meta.url).href;
    document.head.append(script);
    document.body.innerHTML = `<payment-widget proxy-url="${location.origin}/merchant/test" amount="4999" currency="EUR" reference="${first.reference ?? ''}"></payment-widget>`;
    const second = document.body.firstElementChild as PaymentWidget;
    await until(() => second.state === 'ready');

    const channels = [new window.BroadcastChannel(CHANNEL), new BroadcastChannel(CHANNEL)] as const;
    const last = new Promise<void>((resolve) => {
      channels[1].onmessage = ({ data }) => {
        if (data === 'last') resolve();
      };
    });
    for (const message of [null, 'paid', { order: 1 }]) channels[0].postMessage(message); // an uncaught error would fail the test
    await fillIn(first);
    await first.submit();
    channels[0].postMessage('last');
    await last;
    await until(() => second.state === 'paid');
    for (const channel of channels) channel.close();
    expect(first.state).to.equal('paid');
  });

  it('are not paid by a message of another script', async () => {
    const form = await mountReady();
    const states: string[] = [];
    const channel = new BroadcastChannel(CHANNEL);
    const order = JSON.stringify([new URL(form.proxyUrl ?? '', location.href).href, form.reference]);
    const asked = until(() => states.includes('asked'));
    const platformFetch = window.fetch;
    window.fetch = async (...request) => {
      const response = await platformFetch(...request);
      states.push('asked');
      return response;
    };
    channel.postMessage({
      order,
      idempotencyKey: 'k'.repeat(43),
      amount: 1,
      currency: 'EUR',
      mode: 'test',
      status: 200,
    });
    await asked;
    window.fetch = platformFetch;
    channel.close();
    await until(() => form.state === 'ready');
    expect(await postsOf(form)).to.deep.equal([]);
  });

  it('send one payment if both are paid at once', async () => {
    const reference = newReference();
    const sent: string[] = [];
    const pay = (tab: string) =>
      sendAlone('https://shop.example/pay', reference, '4999 EUR test', () => {
        sent.push(tab);
        return Promise.resolve(undefined);
      });
    await Promise.all([pay('first'), pay('second')]);
    expect(sent).to.deep.equal(['first']);
  });
});
