import type { PaymentWidget } from 'payment-widget';
import { cdp } from '../support/commands.js';
import { input, type InputId } from '../support/widget.js';

/** How a browser or password manager fills in an input. Its events are not trusted, and differ from those of typing. */
export type Filler = (input: HTMLInputElement, value: string) => void;

const bubbling = { bubbles: true };

/** Sets the value past the setter of a framework. */
function setValue(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
}

function send(field: HTMLInputElement, ...events: Event[]): void {
  for (const event of events) field.dispatchEvent(event);
}

const keys = () => [new KeyboardEvent('keydown', bubbling), new KeyboardEvent('keyup', bubbling)];

export const FILLERS: Readonly<Record<string, Filler>> = {
  /** Plain events that are not composed, and keyboard events without a `key`. */
  Bitwarden: (field, value) => {
    field.click();
    field.focus();
    send(field, ...keys());
    field.value = value;
    send(field, ...keys(), new Event('input', bubbling), new Event('change', bubbling));
  },
  /** A `keypress` after the value is set, which has made formatters drop digits. */
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
  /** No `InputEvent`, and key events that are no `KeyboardEvent`. */
  Chrome: (field, value) => {
    field.focus();
    send(field, new Event('keydown', bubbling));
    field.value = value;
    send(field, new Event('input', { ...bubbling, composed: true }), new Event('change', bubbling));
    send(field, new Event('keyup', bubbling));
    field.blur();
  },
  /** A `CustomEvent` instead of an `InputEvent`. */
  Safari: (field, value) => {
    field.value = value;
    send(field, new CustomEvent('input', bubbling), new Event('change', bubbling));
  },
  'a script with a change event only': (field, value) => {
    field.value = value;
    send(field, new Event('change', bubbling));
  },
};

/** Fills in a card with Chromium's autofill; in browsers without it (the headless shell), with the same events. */
export async function fillByBrowser(
  widget: PaymentWidget,
  values: Readonly<Partial<Record<InputId, string>>>,
): Promise<void> {
  input(widget, 'cc-number').focus();
  try {
    await cdp('Autofill.enable');
  } catch {
    for (const [id, value] of Object.entries(values)) FILLERS['Chrome']?.(input(widget, id as InputId), value);
    return;
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
}
