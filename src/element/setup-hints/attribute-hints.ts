import type { WidgetProperties } from '../widget-properties.js';
import { finding, type Finding } from './finding.js';

/** Attributes that HTML and ARIA allow on every element. */
const GLOBAL =
  'accesskey anchor autocapitalize autocorrect autofocus class contenteditable dir draggable enterkeyhint exportparts hidden id ' +
  'inert inputmode is itemid itemprop itemref itemscope itemtype lang nonce part popover role slot spellcheck style tabindex ' +
  'title translate writingsuggestions';

/** Attributes of data, listeners, frameworks and tools. */
const FOREIGN = /^(data-|aria-|on|ng-|v-|x-|hx-|s-|astro-|defer-hydration$|_)|[^a-z\d_-]/;

/** Names of the slots. */
const SLOTS = ['header', 'before-button', 'footer'];

/** Looks for attributes and slots that the element does not have. */
export function findUnknownNames(widget: WidgetProperties): Finding[] {
  return [...attributesOf(widget), ...slotsOf(widget)];
}

function attributesOf(widget: WidgetProperties): Finding[] {
  const { observedAttributes, elementProperties } = widget.constructor as typeof WidgetProperties;
  const known = [...observedAttributes, ...GLOBAL.split(' ')];
  const properties = [...elementProperties]
    .filter(([, { attribute }]) => attribute === false)
    .map(([name]) => String(name));
  return [...widget.attributes]
    .map(({ name }) => name.toLowerCase())
    .filter((name) => !known.includes(name) && !FOREIGN.test(name))
    .map((name) => {
      const nearest = nearestOf(name, [...observedAttributes, ...properties]);
      const problem = `<payment-widget> has no attribute ${name}, so it has no effect.`;
      if (!nearest) {
        const remedy = 'Remove it, or look it up among the attributes of the element.';
        return finding('unknown_attribute', `${problem} Expected a known name.`, remedy);
      }
      return properties.includes(nearest)
        ? finding('unknown_attribute', `${problem} Expected the property ${nearest}.`, `Set ${nearest} in a script.`)
        : finding('unknown_attribute', `${problem} Expected ${nearest}.`, `Rename ${name} to ${nearest}.`);
    });
}

function slotsOf(widget: Element): Finding[] {
  return [...widget.children]
    .filter(({ slot }) => slot && !SLOTS.includes(slot))
    .map(({ localName, slot }) => {
      const problem = `A <${localName}> has slot="${slot}", so it is not shown. Expected ${SLOTS.join(', ')}.`;
      return finding('unknown_slot', problem, `Use slot="${nearestOf(slot, SLOTS) ?? 'before-button'}".`);
    });
}

/** The most similar name, if one is similar. Case and hyphens do not count. */
function nearestOf(name: string, names: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[-_]/g, '');
  const [nearest] = names
    .map((other) => ({ other, distance: editDistance(plain(name), plain(other)) }))
    .filter(({ other, distance }) => distance <= Math.min(3, Math.floor(plain(other).length / 3)))
    .sort((one, other) => one.distance - other.distance);
  return nearest?.other;
}

/** The number of letters to insert, remove or replace. */
function editDistance(from: string, to: string): number {
  let row = [...to.split(''), ''].map((_, index) => index);
  from.split('').forEach((letter, line) => {
    const next = [line + 1];
    to.split('').forEach((other, index) => {
      const replaced = (row[index] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    });
    row = next;
  });
  return row.at(-1) ?? 0;
}
