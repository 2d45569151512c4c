import { checkAction, type CheckedAction } from '../contract/next-action.js';

/** The confirmation of a payment by the shopper's bank. The file is loaded if the service asks for one. */

/** Throws an error that says why the shopper cannot be sent to the page of the action. */
export function readAction(
  action: unknown,
  reference: string | undefined,
  origins: readonly string[] | undefined,
): CheckedAction {
  const checked = checkAction(action, origins ?? []);
  if (typeof checked === 'string') throw new Error(`The next action ${checked} See action-origins.`);
  if (reference) return checked;
  throw new Error('The payment has no reference. Expected one, to find the payment again after the confirmation.');
}

/** Uses a link or a form in the whole window: they need no inline script, and a browser may allow them to a frame. */
export function leavePage({ url, method, fields }: CheckedAction): void {
  if (method === 'POST') submitForm(url, fields);
  else if (window === window.top) location.assign(url);
  else followLink(url);
}

function submitForm(url: string, fields: CheckedAction['fields']): void {
  const form = document.createElement('form');
  Object.assign(form, { action: url, method: 'post', target: '_top', acceptCharset: 'utf-8', hidden: true });
  const inputs = Object.entries(fields).map(([name, value]) =>
    Object.assign(document.createElement('input'), { type: 'hidden', name, value, autocomplete: 'off' }),
  );
  form.append(...inputs); // one call: a field may have the name "append", or that of another method
  document.body.append(form);
  HTMLFormElement.prototype.submit.call(form);
  HTMLFormElement.prototype.remove.call(form);
}

function followLink(url: string): void {
  const link = Object.assign(document.createElement('a'), { href: url, target: '_top', hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
}
