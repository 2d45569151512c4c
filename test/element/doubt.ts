import { AttemptStorage } from 'payment-widget/payment/attempt-storage';
import type { PaymentWidget } from 'payment-widget';
import { createIdempotencyKey } from 'payment-widget/contract/protocol';
import { fillIn, mount, mountReady, newReference, next, payButton, type Settings } from '../support/widget.js';

/** What the page stores about the attempts at a merchant. */
export const memoryOf = (merchant: string) => new AttemptStorage(new URL(`/merchant/${merchant}`, location.href).href);

/** Pays, and waits until the outcome is unknown. */
export async function payUnknown(merchant: string, settings: Settings = {}): Promise<PaymentWidget> {
  const widget = await mountReady({ ...settings, merchant });
  await fillIn(widget);
  const unknown = next(widget, 'payment-unknown');
  payButton(widget).click();
  await unknown;
  await widget.updateComplete;
  return widget;
}

/** A page that is opened after another one was left during its payment. */
export function reopen(merchant: string, startedAt = Date.now()): Promise<PaymentWidget> {
  const reference = newReference();
  memoryOf(merchant).save({ reference, idempotencyKey: createIdempotencyKey(), startedAt });
  return mount({ merchant, reference });
}
