import { fixture, waitUntil } from '@open-wc/testing';
import { executeServerCommand } from '@web/test-runner-commands';
import { html } from 'lit';
import {
  chargesOf,
  click,
  errorOf,
  expect,
  focusedId,
  input,
  mount,
  mountReady,
  next,
  nextFrame,
  payButton,
  record,
  type,
  typeCard,
} from './support/widget.js';
import type { PaymentWidget } from '../src/index.js';

const ALL_FIELDS = 'card-number card-expiry card-cvc cardholder-name email phone postal-code country amount';

const values = (widget: PaymentWidget) =>
  [...(widget.shadowRoot?.querySelectorAll<HTMLInputElement>('input, select') ?? [])].map(({ id, value }) => [
    id,
    value,
  ]);

/** A form with something in every field. */
async function typed(): Promise<PaymentWidget> {
  const widget = await mountReady({ fields: ALL_FIELDS, prefill: { country: 'GB' } });
  await typeCard(widget);
  input(widget, 'amount').select();
  await type(widget, 'amount', '30');
  await type(widget, 'email', 'ada@example.com');
  await type(widget, 'tel', '020 7946 0958');
  await type(widget, 'postal-code', 'SW1A 1AA');
  return widget;
}

/** How often the proxy of this page has been asked what it can do. */
const questions = () =>
  performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/merchant/test/config')).length;

async function memory(): Promise<{ nodes: number; jsEventListeners: number; usedSize: number }> {
  const cdp = (method: string) => executeServerCommand<object, object>('cdp', { method, params: {} });
  await cdp('HeapProfiler.collectGarbage');
  const counters = await cdp('Memory.getDOMCounters');
  return { ...counters, ...(await cdp('Runtime.getHeapUsage')) } as Awaited<ReturnType<typeof memory>>;
}

describe('what was typed', () => {
  const changes: readonly [what: string, change: (widget: PaymentWidget) => void][] = [
    [
      'is moved in the document',
      (widget) => {
        document.body.prepend(widget);
      },
    ],
    [
      'is taken out and put back',
      (widget) => {
        const parent = widget.parentElement;
        widget.remove();
        parent?.append(widget);
      },
    ],
    [
      'is connected, disconnected and connected again in one go, as React’s StrictMode does',
      (widget) => {
        const parent = widget.parentElement as Element;
        widget.remove();
        parent.append(widget);
        widget.remove();
        parent.append(widget);
      },
    ],
    ['has its language changed', (widget) => (widget.lang = 'de')],
    [
      'has its theme changed',
      (widget) => {
        widget.setAttribute('style', 'color-scheme: dark');
      },
    ],
    ['is disabled and enabled', (widget) => (widget.disabled = true)],
    ['has its messages changed', (widget) => (widget.messages = { pay: 'Give {amount}' })],
    ['gets a wrong setting', (widget) => (widget.currency = 'nothing')],
  ];
  for (const [what, change] of changes) {
    it(`is there when the element ${what}`, async () => {
      const widget = await typed();
      const before = values(widget);
      change(widget);
      await new Promise(requestAnimationFrame);
      await widget.updateComplete;
      expect(values(widget)).to.deep.equal(before);
    });
  }

  it('is there when the amount changes, but for the field that holds the amount', async () => {
    const widget = await typed();
    const before = values(widget);
    widget.amount = 5499;
    await widget.updateComplete;
    expect(values(widget)).to.deep.equal(before.map(([id, value]) => [id, id === 'amount' ? '54.99' : value]));
  });

  it('is there when the fields change their order', async () => {
    const widget = await typed();
    const before = values(widget);
    widget.fields = ALL_FIELDS.split(' ').reverse().join(' ');
    await widget.updateComplete;
    expect(values(widget)).to.deep.equal([...before].reverse());
  });

  it('is there again when a field comes back', async () => {
    const widget = await typed();
    const before = values(widget);
    widget.fields = 'card-number card-expiry card-cvc';
    await widget.updateComplete;
    widget.fields = ALL_FIELDS;
    await widget.updateComplete;
    expect(values(widget)).to.deep.equal(before);
  });

  it('is forgotten by reset, also of fields that are away', async () => {
    const widget = await typed();
    widget.fields = 'card-number card-expiry card-cvc';
    await widget.updateComplete;
    widget.reset();
    widget.fields = 'card-number card-expiry card-cvc email';
    await widget.updateComplete;
    expect(input(widget, 'email').value).to.equal('');
  });
});

describe('a field that has the focus', () => {
  it('keeps it, and the caret, when it is moved', async () => {
    const widget = await mountReady();
    await type(widget, 'cc-name', 'Ada Lovelace');
    input(widget, 'cc-name').setSelectionRange(3, 3);
    widget.fields = 'cardholder-name card-number card-cvc card-expiry';
    await widget.updateComplete;
    expect([focusedId(widget), input(widget, 'cc-name').selectionStart]).to.deep.equal(['cc-name', 3]);
  });

  it('keeps it in one drawing when it is made anew', async () => {
    const widget = await mountReady({ fields: ALL_FIELDS, amount: '', minAmount: '500' });
    await type(widget, 'amount', '1');
    input(widget, 'cc-name').focus();
    await errorOf(widget, 'amount');
    input(widget, 'amount').focus();
    widget.amount = 5000;
    const isDone = await widget.updateComplete; // false where a drawing has asked for another
    expect([focusedId(widget), input(widget, 'amount').value, isDone]).to.deep.equal(['amount', '50.00', true]);
  });

  const moves: readonly [what: string, move: (widget: PaymentWidget) => void][] = [
    ['is moved', (widget) => (widget.fields = 'cardholder-name card-expiry card-number card-cvc')],
    [
      'is moved with the element',
      (widget) => {
        document.body.prepend(widget);
      },
    ],
    ['is disabled', (widget) => (widget.disabled = true)],
    [
      'is disabled for a moment',
      (widget) => {
        widget.disabled = true;
        requestAnimationFrame(() => (widget.disabled = false));
      },
    ],
  ];
  for (const [what, move] of moves) {
    it(`is not said to be wrong because it ${what}`, async () => {
      const widget = await mountReady();
      await type(widget, 'cc-number', '4242');
      move(widget);
      await nextFrame();
      await nextFrame();
      expect(await errorOf(widget, 'cc-number')).to.equal('');
    });
  }
});

describe('an element that is moved', () => {
  it('asks the proxy once', async () => {
    performance.clearResourceTimings();
    const widget = await mountReady();
    for (let move = 0; move < 3; move++) document.body.prepend(widget);
    await new Promise(requestAnimationFrame);
    expect(questions()).to.equal(1);
  });

  it('says once that it is ready', async () => {
    const widget = await mount();
    const events = record(widget);
    document.body.prepend(widget);
    await waitUntil(() => widget.state === 'ready', 'is ready', { timeout: 5000 });
    document.body.append(widget);
    await new Promise(requestAnimationFrame);
    expect(events.filter((event) => event.type === 'payment-ready').length).to.be.at.most(1);
  });

  it('pays once, although its events were connected twice', async () => {
    const widget = await mountReady();
    const parent = widget.parentElement as Element;
    widget.remove();
    parent.append(widget);
    await typeCard(widget);
    const success = next(widget, 'payment-success');
    await click(payButton(widget));
    await success;
    expect((await chargesOf(widget)).length).to.equal(1);
  });
});

describe('several elements on a page', () => {
  it('do not know of each other', async () => {
    const page = await fixture(html`
      <div>
        <payment-widget proxy-url="/merchant/test" amount="100" currency="EUR"></payment-widget>
        <payment-widget proxy-url="/merchant/test" amount="200" currency="EUR"></payment-widget>
        <payment-widget proxy-url="/merchant/test" amount="300" currency="EUR"></payment-widget>
      </div>
    `);
    const [first, second, third] = [...page.querySelectorAll('payment-widget')] as [
      PaymentWidget,
      PaymentWidget,
      PaymentWidget,
    ];
    await Promise.all([first, second, third].map((widget) => widget.updateComplete));
    await typeCard(first);
    await typeCard(second, '378282246310005');
    const heard: string[] = [];
    for (const widget of [first, second, third]) {
      widget.addEventListener('payment-success', ({ target, detail }) =>
        heard.push(`${String(target === widget)} ${detail.amount}`),
      );
    }
    await second.submit();
    expect([heard, first.state, second.state, third.state, input(first, 'cc-number').value]).to.deep.equal([
      ['true 200'],
      'ready',
      'paid',
      'ready',
      '4242 4242 4242 4242',
    ]);
  });
});

/** For each element. */
const BYTES_OF_NOISE = 200;

describe('200 elements that come and go', () => {
  it('leave no node, no listener and no memory behind', async function () {
    this.timeout(60_000);
    const place = document.body.appendChild(document.createElement('div'));
    await mountReady(); // what is made once, is made
    const comeAndGo = async (times: number) => {
      for (let time = 0; time < times; time++) {
        const widget = document.createElement('payment-widget');
        Object.assign(widget, { proxyUrl: '/merchant/test', amount: 4999, currency: 'EUR', fields: ALL_FIELDS });
        place.append(widget);
        await widget.updateComplete;
        input(widget, 'cc-number').value = '4242';
        input(widget, 'cc-number').dispatchEvent(new InputEvent('input', { bubbles: true }));
        widget.remove();
      }
      await new Promise(requestAnimationFrame);
    };
    // What the engine has not yet cleared away comes and goes; a leak is in every round, so one quiet round has none.
    const least = { nodes: Infinity, jsEventListeners: Infinity, usedSize: Infinity };
    const isQuiet = () => least.nodes <= 0 && least.jsEventListeners <= 0 && least.usedSize / 200 < BYTES_OF_NOISE;
    let before = await memory();
    for (let round = 0; round < 10 && !isQuiet(); round++) {
      await comeAndGo(200);
      const after = await memory();
      for (const counter of ['nodes', 'jsEventListeners', 'usedSize'] as const) {
        least[counter] = Math.min(least[counter], after[counter] - before[counter]);
      }
      before = after;
    }
    place.remove();
    expect(isQuiet(), JSON.stringify(least)).to.equal(true);
  });
});
