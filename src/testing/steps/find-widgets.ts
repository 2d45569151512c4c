import { PaymentTestError } from './errors.js';
import type { WidgetOptions } from './options.js';

const TAG = 'payment-widget';

/** What contains the element: a document, an element, a shadow root, or the `<payment-widget>` itself. */
export type WidgetRoot = Document | Element | DocumentFragment;

/** All elements in a root and in its open shadow roots. */
export function findWidgets(root: WidgetRoot): readonly HTMLElement[] {
  if ((root as Partial<Element>).localName === TAG) return [root as HTMLElement];
  const own = (root as Partial<Element>).shadowRoot;
  const found: HTMLElement[] = own ? [...findWidgets(own)] : [];
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    if (element.localName === TAG) found.push(element);
    else if (element.shadowRoot) found.push(...findWidgets(element.shadowRoot));
  }
  return found;
}

/** The order of an element. Frameworks set it as a property. */
export function referenceOf(element: Element): string | undefined {
  const { reference } = element as { readonly reference?: string };
  return (reference ?? element.getAttribute('reference') ?? undefined)?.normalize();
}

/**
 * The only element, or the one with the reference.
 * @param references of all elements that there are
 * @returns its index
 * @throws {PaymentTestError} `no_widget`, `several_widgets`
 */
export function chooseWidget(references: readonly (string | undefined)[], { reference }: WidgetOptions): number {
  const wanted = reference?.normalize();
  const matches = references.flatMap((one, index) => (wanted === undefined || one === wanted ? [index] : []));
  const all = references.map((one) => one ?? 'no reference').join(', ');
  if (matches.length === 1) return matches[0] as number;
  if (matches.length > 1) {
    const message = `There are ${matches.length} <payment-widget> elements (${all}). Choose one by the option reference.`;
    throw new PaymentTestError('several_widgets', message);
  }
  const found = references.length > 0 ? `The references are: ${all}.` : 'There is none.';
  const which = wanted === undefined ? '' : ` with the reference ${wanted}`;
  throw new PaymentTestError('no_widget', `Found no <payment-widget>${which}. ${found}`);
}
