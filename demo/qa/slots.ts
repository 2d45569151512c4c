/** Content of the page in a slot of the element. */
export function fillSlot(widget: Element, slot: string, value: string): void {
  for (const child of [...widget.children]) if (child.slot === slot) child.remove();
  if (value === '') return;
  const content = slot === 'before-button' ? controls(widget.ownerDocument, value) : text(widget.ownerDocument, value);
  content.slot = slot;
  widget.append(content);
}

export const NOTE = { label: 'Note for the gift', name: 'gift_note' };
export const TERMS = { label: 'I accept the terms', name: 'terms' };

function text(document: Document, value: string): HTMLElement {
  const paragraph = document.createElement('p');
  paragraph.textContent = value;
  return paragraph;
}

function controls(document: Document, value: string): HTMLElement {
  const box = document.createElement('div');
  const words = value.split(' ');
  if (words.includes('note')) box.append(note(document));
  if (words.includes('terms')) box.append(terms(document));
  return box;
}

function note(document: Document): HTMLElement {
  const label = document.createElement('label');
  label.className = 'note';
  const input = document.createElement('input');
  input.name = NOTE.name;
  input.maxLength = 200;
  label.append(`${NOTE.label} `, input);
  return label;
}

function terms(document: Document): HTMLElement {
  const label = document.createElement('label');
  label.className = 'option';
  const input = document.createElement('input');
  input.type = 'checkbox';
  input.name = TERMS.name;
  input.required = true;
  label.append(input, ` ${TERMS.label}`);
  return label;
}
