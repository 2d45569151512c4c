import { executeServerCommand } from '@web/test-runner-commands';
import type { PaymentWidget } from '../../src/index.js';
import { input, type InputId } from './widget.js';

/**
 * Ways in which browsers and password managers are known to fill an input: what they do to it, in order. None of
 * their events is trusted here, and some are none that a keyboard would send.
 */
export type Filler = (input: HTMLInputElement, value: string) => void;

const bubbling = { bubbles: true };

/** The old setter, as scripts call it that want to get past a framework's own. */
function setValue(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
}

function send(field: HTMLInputElement, ...events: Event[]): void {
  for (const event of events) field.dispatchEvent(event);
}

const keys = () => [new KeyboardEvent('keydown', bubbling), new KeyboardEvent('keyup', bubbling)];

export const FILLERS: Readonly<Record<string, Filler>> = {
  /** Bitwarden's content script: plain events that stay inside the shadow root, keys without a `key`. */
  Bitwarden: (field, value) => {
    field.click();
    field.focus();
    send(field, ...keys());
    field.value = value;
    send(field, ...keys(), new Event('input', bubbling), new Event('change', bubbling));
  },
  /** 1Password, as seen by a formatter that lost digits to its `keypress`. */
  '1Password': (field, value) => {
    field.focus();
    field.value = value;
    for (const type of ['keydown', 'keypress', 'keyup']) send(field, new KeyboardEvent(type, bubbling));
    send(field, new Event('input', bubbling), new Event('change', bubbling));
    field.blur();
  },
  LastPass: (field, value) => {
    setValue(field, value);
    send(field, new InputEvent('input', { ...bubbling, composed: true }));
  },
  /** Chromium's own: no `InputEvent`, keys that are no `KeyboardEvent`. */
  Chrome: (field, value) => {
    field.focus();
    send(field, new Event('keydown', bubbling));
    field.value = value;
    send(field, new Event('input', { ...bubbling, composed: true }), new Event('change', bubbling));
    send(field, new Event('keyup', bubbling));
    field.blur();
  },
  /** Safari has sent a `CustomEvent` in place of an `InputEvent`. */
  Safari: (field, value) => {
    field.value = value;
    send(field, new CustomEvent('input', bubbling), new Event('change', bubbling));
  },
  'a filler that sends nothing but change': (field, value) => {
    field.value = value;
    send(field, new Event('change', bubbling));
  },
};

/**
 * Lets Chromium fill a card by itself, as from a saved one. Browsers without that part (the headless shell) are
 * stood in for by what it was seen to send.
 * @returns whether it was the browser's own
 */
export async function fillByBrowser(
  widget: PaymentWidget,
  values: Readonly<Partial<Record<InputId, string>>>,
): Promise<boolean> {
  const cdp = (method: string, params = {}) => executeServerCommand<unknown, object>('cdp', { method, params });
  input(widget, 'cc-number').focus();
  try {
    await cdp('Autofill.enable');
  } catch {
    for (const [id, value] of Object.entries(values)) FILLERS['Chrome']?.(input(widget, id as InputId), value);
    return false;
  }
  const expression = `document.querySelector('payment-widget').shadowRoot.querySelector('#cc-number')`;
  const { result } = (await cdp('Runtime.evaluate', { expression })) as { result: { objectId: string } };
  const { node } = (await cdp('DOM.describeNode', result)) as { node: { backendNodeId: number } };
  const [month = '', year = ''] = values['cc-exp']?.split('/') ?? [];
  const card = {
    number: values['cc-number'],
    name: values['cc-name'],
    expiryMonth: month,
    expiryYear: `20${year}`,
    cvc: values['cc-csc'],
  };
  await cdp('Autofill.trigger', { fieldId: node.backendNodeId, card });
  return true;
}
