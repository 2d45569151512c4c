import type { FieldName } from '../../contract/field-names.js';
import { inspect, observe, type SeenOutcome } from './inspect.js';
import { PaymentTestError, type WidgetOptions } from './options.js';
import {
  chooseWidget,
  currentOutcome,
  describe,
  inputSelector,
  outcomeInQuery,
  outcomeWithout,
  type Shown,
} from './payment-steps.js';

/** Finds, watches and fills in elements of this page. */

const TAG = 'payment-widget';

/** What contains the element: a document, an element, a shadow root, or the `<payment-widget>` itself. */
export type WidgetRoot = Document | Element | DocumentFragment;

function findWidgets(root: WidgetRoot): readonly HTMLElement[] {
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
function referenceOf(element: Element): string | undefined {
  const { reference } = element as { readonly reference?: string };
  return (reference ?? element.getAttribute('reference') ?? undefined)?.normalize();
}

const records = new WeakMap<Element, SeenOutcome[]>();

/** The elements that steps looked at in a root, by their order: a page may remove one when the payment is made. */
const knownIn = new WeakMap<WidgetRoot, KnownWidgets>();

interface KnownWidgets {
  last: HTMLElement;
  readonly byReference: Map<string | undefined, HTMLElement>;
}

export function outcomesOf(element: Element): readonly SeenOutcome[] {
  const known = records.get(element);
  if (known) return known;
  const seen: SeenOutcome[] = [];
  records.set(element, seen);
  observe(element, (outcome) => seen.push(outcome));
  return seen;
}

/** @throws {PaymentTestError} `no_browser`, `no_widget`, `several_widgets` */
export function findWidget(root: WidgetRoot, options: WidgetOptions): HTMLElement {
  requireBrowser(root);
  const all = findWidgets(root);
  const element = all[chooseWidget(all.map(referenceOf), options)] as HTMLElement;
  if (isStandIn(element)) throw noBrowser();
  const known = knownIn.get(root) ?? { last: element, byReference: new Map() };
  known.last = element;
  known.byReference.set(referenceOf(element), element);
  knownIn.set(root, known);
  outcomesOf(element);
  return element;
}

/** An emulated DOM shows nothing. */
function requireBrowser(root: WidgetRoot): void {
  const { documentElement } = root.ownerDocument ?? root;
  if (!('checkVisibility' in documentElement)) throw noBrowser();
}

function noBrowser(): PaymentTestError {
  const message =
    'The real element needs a browser. In jsdom and happy-dom, control a fake: createFakeWidget() of payment-widget/testing.';
  return new PaymentTestError('no_browser', message);
}

/** Whether it is a fake, or the element of servers: it has the properties of the real element, but is not made with Lit. */
function isStandIn(element: HTMLElement): boolean {
  return 'state' in element && !('requestUpdate' in element);
}

/** @throws {PaymentTestError} `no_browser`, `several_widgets` */
export function shownIn(root: WidgetRoot, options: WidgetOptions): Shown {
  requireBrowser(root);
  const wanted = options.reference?.normalize();
  const isThere = findWidgets(root).some((one) => wanted === undefined || referenceOf(one) === wanted);
  if (isThere) {
    const element = findWidget(root, options);
    const snapshot = inspect(element);
    return { actual: currentOutcome(snapshot, outcomesOf(element).at(-1)), description: describe(snapshot) };
  }
  const { URL: url } = root.ownerDocument ?? root;
  return {
    actual: outcomeInQuery(url) ?? outcomeWithout(lastSeen(root, wanted)),
    description: `There is no <payment-widget> in ${url}.`,
  };
}

function lastSeen(root: WidgetRoot, wanted: string | undefined): SeenOutcome | undefined {
  const known = knownIn.get(root);
  const element = wanted === undefined ? known?.last : known?.byReference.get(wanted);
  if (!element) return undefined;
  // An element for the next order has no outcome yet. A page may take away the reference with the cart.
  const order = wanted ?? referenceOf(element);
  return outcomesOf(element).findLast(({ reference }) => order === undefined || reference === order);
}

/** Replaces the value of an input, as a password manager does, with the events of the window that shows the element. */
export async function writeInput(element: HTMLElement, name: FieldName, value: string): Promise<void> {
  const input = element.shadowRoot?.querySelector<HTMLInputElement | HTMLSelectElement>(inputSelector(name));
  const view = element.ownerDocument.defaultView;
  if (!input || !view) return; // the form has changed meanwhile
  input.focus();
  input.value = value;
  const inputType = 'insertReplacementText';
  input.dispatchEvent(new view.InputEvent('input', { bubbles: true, composed: true, inputType, data: value }));
  input.dispatchEvent(new view.Event('change', { bubbles: true }));
  await (element as { readonly updateComplete?: Promise<unknown> }).updateComplete;
}
