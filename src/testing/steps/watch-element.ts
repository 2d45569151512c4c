import { currentOutcome, describe, outcomeInQuery, outcomeWithout, type Shown } from './current-outcome.js';
import { noBrowser } from './errors.js';
import { chooseWidget, findWidgets, referenceOf, type WidgetRoot } from './find-widgets.js';
import { inspect, observe, type SeenOutcome } from './inspect.js';
import type { WidgetOptions } from './options.js';

/** What is known of an element. */
interface WidgetRecord {
  readonly seen: SeenOutcome[];
  /** Called at the next outcomes. */
  onoutcome?: (seen: SeenOutcome) => void;
}

const records = new WeakMap<Element, WidgetRecord>();

/** The elements that steps looked at in a root, by their order: a page may remove one when the payment is made. */
const knownIn = new WeakMap<WidgetRoot, KnownWidgets>();

interface KnownWidgets {
  last: HTMLElement;
  readonly byReference: Map<string | undefined, HTMLElement>;
}

/** Records the outcomes of an element from now on. */
export function recordOf(element: Element): WidgetRecord {
  const known = records.get(element);
  if (known) return known;
  const record: WidgetRecord = { seen: [] };
  records.set(element, record);
  observe(element, (seen) => {
    record.seen.push(seen);
    record.onoutcome?.(seen);
  });
  return record;
}

/**
 * Finds an element, and records its outcomes from now on.
 * @throws {PaymentTestError} `no_browser`, `no_widget`, `several_widgets`
 */
export function findWidget(root: WidgetRoot, options: WidgetOptions): HTMLElement {
  requireBrowser(root);
  const all = findWidgets(root);
  const element = all[chooseWidget(all.map(referenceOf), options)] as HTMLElement;
  if (isStandIn(element)) throw noBrowser();
  const known = knownIn.get(root) ?? { last: element, byReference: new Map() };
  known.last = element;
  known.byReference.set(referenceOf(element), element);
  knownIn.set(root, known);
  recordOf(element);
  return element;
}

/** An emulated DOM shows nothing. */
function requireBrowser(root: WidgetRoot): void {
  const { documentElement } = root.ownerDocument ?? root;
  if (!('checkVisibility' in documentElement)) throw noBrowser();
}

/** Whether it is a fake, or the element of servers: it has the properties of the real element, but is not made with Lit. */
function isStandIn(element: HTMLElement): boolean {
  return 'state' in element && !('requestUpdate' in element);
}

/**
 * What a root shows of a payment.
 * @throws {PaymentTestError} `no_browser`, `several_widgets`
 */
export function shownIn(root: WidgetRoot, options: WidgetOptions): Shown {
  requireBrowser(root);
  const wanted = options.reference?.normalize();
  const isThere = findWidgets(root).some((one) => wanted === undefined || referenceOf(one) === wanted);
  if (isThere) {
    const element = findWidget(root, options);
    const snapshot = inspect(element);
    return { actual: currentOutcome(snapshot, recordOf(element).seen.at(-1)), description: describe(snapshot) };
  }
  const { URL: url } = root.ownerDocument ?? root;
  return {
    actual: outcomeInQuery(url) ?? outcomeWithout(lastSeen(root, wanted)),
    description: `There is no <payment-widget> in ${url}.`,
  };
}

/** The last outcome of a removed element: the one with the reference, or else the element that a step looked at last. */
function lastSeen(root: WidgetRoot, wanted: string | undefined): SeenOutcome | undefined {
  const known = knownIn.get(root);
  const element = wanted === undefined ? known?.last : known?.byReference.get(wanted);
  if (!element) return undefined;
  // An element for the next order has no outcome yet. A page may take away the reference with the cart.
  const order = wanted ?? referenceOf(element);
  return recordOf(element).seen.findLast(({ reference }) => order === undefined || reference === order);
}
