import * as real from '../../src/index.js';
import type { FakeOutcome } from '../../src/testing/fake-outcome.js';
import { next, type Settings } from './widget.js';

/** What pages do with the element, for the comparison of the real one with a fake. */

export interface Scenario {
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

export const classOf = (event: Event) => Object.entries(real).find(([, it]) => it === event.constructor)?.[0];

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
export function observe(widget: real.PaymentWidget): unknown[] {
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

export const SCENARIOS: readonly Scenario[] = [
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
