import { render } from 'lit';
import { isAddressField } from '../contract/address.js';
import type { FieldName } from '../contract/field-names.js';
import { loadRegions } from '../form/contact/choices.js';
import { addressParts, type AddressContext } from '../form/contact/fields.js';
import { html } from './html.js';
import { type FieldView, renderField } from './widget.template.js';
import css from './contact-fields.css?inline';

export * from '../form/contact/fields.js';
export * from './contact-fields.template.js';

export const contactStyles: string = css;

const requested = new WeakMap<object, string>();

/** Loads the list of regions. Until it is loaded, the shopper types the region. */
export function requestRegions({ country, fields }: AddressContext, form: { requestUpdate(): void }): void {
  if (!fields.includes('region') || requested.get(form) === country) return;
  requested.set(form, country);
  void loadRegions(country)?.then(() => {
    form.requestUpdate();
  });
}

/** Moves address fields to the place of the first: the country, then its fields in its order. */
export function arrange(
  views: readonly FieldView[],
  { country, locale, fields }: AddressContext,
): readonly FieldView[] {
  if (!fields.some(isAddressField)) return views;
  const order: readonly FieldName[] = ['country', ...addressParts(country, locale)];
  const block = order.flatMap((name) => views.find((view) => view.name === name) ?? []);
  const isInBlock = ({ name }: FieldView) => isAddressField(name) || name === 'postal-code' || name === 'country';
  const first = views.find(isInBlock);
  return views.flatMap((view) => {
    if (view === first) return { ...view, block: pair(block), render: renderBlock };
    return isInBlock(view) ? [] : view;
  });
}

/** Puts city, region and postal code into shared rows, two by two from the end. */
function pair(views: readonly FieldView[]): readonly FieldView[] {
  const isShort = ({ name }: FieldView) => name === 'city' || name === 'region' || name === 'postal-code';
  const halves = new Set<FieldView>();
  for (let index = views.length - 1; index > 0; index--) {
    const [left, right] = views.slice(index - 1, index + 1) as [FieldView, FieldView];
    if (!isShort(left) || !isShort(right)) continue;
    halves.add(left).add(right);
    index--;
  }
  return views.map((view) => (halves.has(view) ? { ...view, definition: { ...view.definition, half: true } } : view));
}

/** The boxes of fields whose order changes, by the root of their form. */
const boxesOf = new WeakMap<ParentNode, Map<FieldName, HTMLElement>>();

/** Renders each field into a box. Boxes move with their inputs, since a password manager may hold on to these. */
const renderBlock: FieldView['render'] = ({ block = [] }, isReadOnly, enterKeyHint, root) => {
  const boxes = boxesOf.get(root) ?? new Map<FieldName, HTMLElement>();
  boxesOf.set(root, boxes);
  const names = block.map(({ name }) => name);
  for (const name of boxes.keys()) if (!names.includes(name)) boxes.delete(name); // else it would keep its value
  const rendered = block.map((view, index) => {
    const box = boxes.get(view.name) ?? Object.assign(document.createElement('div'), { className: 'box' });
    boxes.set(view.name, box);
    render(renderField(view, isReadOnly, block[index + 1] ? 'next' : enterKeyHint), box);
    return box;
  });
  return html`${rendered}`;
};
