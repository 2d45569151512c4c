import { html, render } from 'lit';
import type { FieldName } from '../../contract/field-names.js';
import { renderField } from '../field.template.js';
import type { FieldView } from '../view.js';

/** The boxes of the fields that are shown, by name. */
export type Boxes = Map<FieldName, HTMLElement>;

/** Renders fields whose order changes. Their inputs move, since a password manager may hold on to them. */
export const renderBlock =
  (views: readonly FieldView[], boxes: Boxes): NonNullable<FieldView['render']> =>
  (_, isReadOnly, enterKeyHint) => {
    const names = views.map(({ name }) => name);
    for (const name of boxes.keys()) if (!names.includes(name)) boxes.delete(name); // else it would keep its value
    const rendered = views.map((view, index) => {
      const box = boxes.get(view.name) ?? createBox();
      boxes.set(view.name, box);
      render(renderField(view, isReadOnly, views[index + 1] ? 'next' : enterKeyHint), box);
      return box;
    });
    return html`${rendered}`;
  };

function createBox(): HTMLElement {
  const box = document.createElement('div');
  box.className = 'box';
  return box;
}
