import { html, type TemplateResult } from 'lit';
import { PaymentError } from '../../contract/errors.js';
import { checkAction, type CheckedAction } from '../../contract/next-action.js';
import type { PaymentActionDetail } from '../../payment/outcome.js';
import { own } from '../widget.template.js';
import { renderIcon, renderPanel } from '../behaviour/parts.template.js';
import type { Text } from '../behaviour/texts.js';
import { leavePage, PaymentActionEvent } from './leave-page.js';

/** A confirmation by the shopper's bank. Loaded if the service asks for one. */

/** Throws `action_refused`. */
export function requireAction(
  action: unknown,
  reference: string | undefined,
  origins: readonly string[] | undefined,
): CheckedAction {
  const checked = checkAction(action, origins ?? []);
  if (typeof checked === 'string') throw refuse(`The next action ${checked} See action-origins.`);
  if (reference) return checked;
  throw refuse('The payment has no reference. Expected one, to find the payment again after the confirmation.');
}

function refuse(message: string): PaymentError {
  return new PaymentError('action_refused', message);
}

/** Not by itself after a reload or the Back button. A removed element leaves the page alone. */
export function requestAction(widget: Element, detail: PaymentActionDetail): void {
  const isAllowed = widget.dispatchEvent(new PaymentActionEvent(detail));
  if (isAllowed && !detail.restored && widget.isConnected) leavePage(detail.action);
}

/** In place of the form while the bank is asked, and for a shopper who has come back without an outcome. */
export function renderAction(widget: Element, detail: PaymentActionDetail, text: Text): TemplateResult {
  const goOn = () => {
    requestAction(widget, detail);
  };
  return renderPanel(
    'pending',
    renderIcon('pending'),
    text('action_title'),
    html`
      <p>${own(text('action_text'))}</p>
      <p class="reference" part="reference">${own(text('reference'))}</p>
    `,
    html`<button class="pay" type="button" part="action-button" @click=${goOn}>
      ${own(text('action_continue'))}
    </button>`,
  );
}
