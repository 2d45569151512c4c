/**
 * Replaces the value of an input of the form, as a password manager does, with the events of the window that shows the element.
 * @param id of the input
 */
export async function writeInput(element: HTMLElement, id: string, value: string): Promise<void> {
  const input = element.shadowRoot?.querySelector<HTMLInputElement | HTMLSelectElement>(`[part~="input"]#${id}`);
  const view = element.ownerDocument.defaultView;
  if (!input || !view) return; // the form has changed meanwhile
  input.focus();
  input.value = value;
  const inputType = 'insertReplacementText';
  input.dispatchEvent(new view.InputEvent('input', { bubbles: true, composed: true, inputType, data: value }));
  input.dispatchEvent(new view.Event('change', { bubbles: true }));
  await (element as { readonly updateComplete?: Promise<unknown> }).updateComplete;
}
