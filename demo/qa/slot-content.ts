import type { Usage } from './element-usage.js';

/** Fills a slot of the element. */
export function fillSlot(widget: Element, slot: string, value: string): void {
  for (const child of [...widget.children]) if (child.slot === slot) child.remove();
  if (value === '') return;
  const content = slot === 'before-button' ? controls(widget.ownerDocument, value) : text(widget.ownerDocument, value);
  content.slot = slot;
  widget.append(content);
}

const NOTE = { label: 'Note for the gift', name: 'gift_note' };
const TERMS = { label: 'I accept the terms', name: 'terms' };

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

/** The same content as markup. `text` escapes text for the framework. */
export function slotsInHtml(
  { header, controls, footer }: Usage['slots'],
  text: (value: string) => string,
): readonly string[] {
  const note = `  <label>${NOTE.label} <input name="${NOTE.name}" maxlength="200" /></label>`;
  const terms = `  <label><input type="checkbox" name="${TERMS.name}" required /> ${TERMS.label}</label>`;
  const box = [
    '<div slot="before-button">',
    ...(controls.includes('note') ? [note] : []),
    ...(controls.includes('terms') ? [terms] : []),
    '</div>',
  ];
  return [
    ...(header ? [`<p slot="header">${text(header)}</p>`] : []),
    ...(controls.length > 0 ? box : []),
    ...(footer ? [`<p slot="footer">${text(footer)}</p>`] : []),
  ];
}
