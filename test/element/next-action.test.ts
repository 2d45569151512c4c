import type { PaymentActionEvent, PaymentWidget } from 'payment-widget';
import { createIdempotencyKey } from 'payment-widget/contract/protocol';
import { memoryOf } from './doubt.js';
import { holdPolling } from '../support/timers.js';
import {
  expect,
  fillIn,
  find,
  mount,
  mountReady,
  newReference,
  next,
  part,
  payButton,
  textOf,
  type Settings,
} from '../support/widget.js';

const ACTION_ORIGINS = 'https://other.example https://acs.example';

/** The page handles the action itself. */
const keepPage = (event: Event) => {
  event.preventDefault();
};

/** Pays, and waits for the request of the bank. */
async function payWithAction(
  settings: Settings = {},
  listener = keepPage,
): Promise<[PaymentWidget, PaymentActionEvent]> {
  const widget = await mountReady({
    ...{ merchant: 'action-stays', actionOrigins: ACTION_ORIGINS, reference: newReference() },
    ...settings,
  });
  widget.addEventListener('payment-action', listener);
  await fillIn(widget);
  const action = next(widget, 'payment-action');
  payButton(widget).click();
  const event = await action;
  await widget.updateComplete;
  return [widget, event];
}

/** A form that the page submits, instead of leaving it. */
function catchForms(): {
  readonly forms: [attributes: Record<string, string>, values: unknown][];
  restore: () => void;
} {
  const forms: [Record<string, string>, unknown][] = [];

  const { submit } = HTMLFormElement.prototype;
  HTMLFormElement.prototype.submit = function (this: HTMLFormElement) {
    const attributes = Object.fromEntries(Array.from(this.attributes, ({ name, value }) => [name, value]));
    forms.push([{ ...attributes, connected: String(this.isConnected) }, Object.fromEntries(new FormData(this))]);
  };
  return {
    forms,
    restore: () => {
      HTMLFormElement.prototype.submit = submit;
    },
  };
}

describe('a confirmation by the bank', () => {
  it('is announced by payment-action with the order and the action', async () => {
    const [widget, { detail, cancelable }] = await payWithAction();
    const { reference, amount, currency, idempotencyKey, action, restored } = detail;
    expect([reference, amount, currency, restored, cancelable]).to.deep.equal([
      widget.reference,
      4999,
      'EUR',
      false,
      true,
    ]);
    expect(idempotencyKey).to.have.length(43);
    expect(action).to.deep.equal({
      url: 'https://acs.example/challenge',
      method: 'POST',
      fields: { creq: 'eyJ0', submit: 'x', append: 'y', remove: 'z' },
    });
  });

  it('submits a hidden form to the bank, in the whole window, and removes it', async () => {
    const { forms, restore } = catchForms();
    try {
      await payWithAction({}, () => undefined);
    } finally {
      restore();
    }
    expect(forms).to.deep.equal([
      [
        {
          ...{ action: 'https://acs.example/challenge', method: 'post', target: '_top', 'accept-charset': 'utf-8' },
          ...{ hidden: '', connected: 'true' },
        },
        { creq: 'eyJ0', submit: 'x', append: 'y', remove: 'z' },
      ],
    ]);
    expect(document.querySelector('form[target]')).to.equal(null);
  });

  it('does not leave a page that has removed the element', async () => {
    const { forms, restore } = catchForms();
    try {
      const reference = newReference();
      const widget = await mountReady({ merchant: 'action-stays', actionOrigins: ACTION_ORIGINS, reference });
      await fillIn(widget);
      const paying = widget.submit();
      await next(widget, 'payment-submit');
      widget.remove();
      const { outcome } = await paying;
      expect([outcome, forms]).to.deep.equal(['action_required', []]);
    } finally {
      restore();
    }
  });

  it('shows a panel that leads to the bank, with the focus', async () => {
    const [widget] = await payWithAction();
    const panel = part(widget, '[part="result"]');
    expect([textOf(part(widget, 'h2')), textOf(part(widget, '[part="action-button"]'))]).to.deep.equal([
      'Confirm the payment with your bank',
      'Continue to your bank',
    ]);
    expect(widget.shadowRoot?.activeElement).to.equal(panel);
    expect(find(widget, '[part~="pay-button"]')).to.equal(null);
    await expect(widget).to.be.accessible();
  });

  it('is shown once the proxy reports it, if the response to the payment was lost', async () => {
    const { forms, restore } = catchForms();
    const reference = newReference();
    const widget = await mountReady({ merchant: 'action-lost', actionOrigins: ACTION_ORIGINS, reference });
    await fillIn(widget);
    const polling = holdPolling();
    const first = await widget.submit();
    const action = next(widget, 'payment-action');
    await polling.fire();
    const { detail } = await action;
    const again = await widget.submit();
    restore();
    expect([first.outcome, detail.restored, again.outcome, forms]).to.deep.equal([
      'unknown',
      true,
      'action_required',
      [],
    ]);
  });
});

describe('a shopper who comes back from the bank', () => {
  /** A page that is opened after an earlier one has led the shopper to the bank. */
  function comeBack(merchant: string): Promise<PaymentWidget> {
    const reference = newReference();
    const attempt = { reference, idempotencyKey: createIdempotencyKey(), startedAt: Date.now(), action: true } as const;
    memoryOf(merchant).save(attempt);
    return mount({ merchant, reference, actionOrigins: ACTION_ORIGINS });
  }

  it('sees the way to the bank again, and is not sent there', async () => {
    const { forms, restore } = catchForms();
    const seen: boolean[] = [];
    const listen = ({ detail }: PaymentActionEvent) => seen.push(detail.restored);
    addEventListener('payment-action', listen);
    const widget = await comeBack('action-stays');
    await next(widget, 'payment-action');
    await widget.updateComplete;
    removeEventListener('payment-action', listen);
    restore();
    expect([seen, forms, textOf(part(widget, '[part="action-button"]'))]).to.deep.equal([
      [true],
      [],
      'Continue to your bank',
    ]);
    expect(find(widget, '[part~="pay-button"]')).to.equal(null);
  });

  it('sees the payment, and the page may redirect once', async () => {
    const polling = holdPolling();
    const widget = await comeBack('action-paid');
    const success = next(widget, 'payment-success');
    await polling.fire();
    const { detail } = await success;
    expect(detail.afterAction).to.equal(true);
    expect(memoryOf('action-paid').find(widget.reference)?.action).to.equal(undefined);
  });
});

describe('interpretResponse of the page', () => {
  const interpretResponse: PaymentWidget['interpretResponse'] = ({ body }) => {
    const { challenge } = body as { challenge?: { url: string } };
    return challenge && { outcome: 'action_required', action: challenge };
  };

  for (const kind of ['paid', 'accepted', 'declined']) {
    it(`finds an action in a ${kind} response, and in the report after a reload`, async () => {
      const settings = { merchant: `challenge-${kind}`, reference: newReference(), actionOrigins: ACTION_ORIGINS };
      const widget = await mountReady({ ...settings, interpretResponse });
      widget.addEventListener('payment-action', keepPage);
      await fillIn(widget);
      const { outcome } = await widget.submit();
      widget.remove();
      const reloaded = await mount({ ...settings, interpretResponse });
      const { detail } = await next(reloaded, 'payment-action');
      expect([outcome, detail.restored, detail.action]).to.deep.equal([
        'action_required',
        true,
        { url: 'https://acs.example/challenge', method: 'GET', fields: {} },
      ]);
    });
  }
});

describe('a refused action', () => {
  for (const [what, settings] of [
    ['without action-origins', { actionOrigins: undefined }],
    ['of another origin', { actionOrigins: 'https://other.example' }],
  ] as const) {
    it(`${what} leaves the payment in doubt, and the shopper stays`, async () => {
      const { forms, restore } = catchForms();
      const widget = await mountReady({ merchant: 'action-stays', reference: newReference(), ...settings });
      const actions: Event[] = [];
      widget.addEventListener('payment-action', (event) => actions.push(event));
      await fillIn(widget);
      const unknown = next(widget, 'payment-unknown');
      payButton(widget).click();
      const { detail } = await unknown;
      restore();
      expect([detail.error.code, widget.state, actions.length, forms.length]).to.deep.equal([
        'action_refused',
        'unknown',
        0,
        0,
      ]);
    });
  }

  it('is a finding for the developer, without its address', async () => {
    const widget = await mountReady({ merchant: 'action-stays', reference: newReference() });
    await fillIn(widget);
    await widget.submit();
    const found = await widget.diagnose();
    expect(found.map(({ code }) => code)).to.deep.equal(['action_refused']);
    expect(JSON.stringify(found)).not.to.contain('acs.example/challenge');
  });

  it('is also one of a payment without a reference, which could not be found again', async () => {
    const widget = await mountReady({ merchant: 'action-stays', actionOrigins: ACTION_ORIGINS, reference: '' });
    await fillIn(widget);
    const outcome = await widget.submit();
    expect('error' in outcome && outcome.error.code).to.equal('action_refused');
  });
});
