import { currentOutcome, describe, outcomeInQuery, toResult, type Shown } from './current-outcome.js';
import { chooseWidget, findWidgets, referenceOf, type WidgetRoot } from './find-widgets.js';
import { inspect, observe, type SeenOutcome } from './inspect.js';
import type { WidgetOptions } from './options.js';

/** What is known of an element. */
interface WidgetRecord {
  last: SeenOutcome | undefined;
  /** Called at the next outcomes. */
  onoutcome?: (seen: SeenOutcome) => void;
}

const records = new WeakMap<Element, WidgetRecord>();

/** The element that a root contained last: a page may remove it when the payment is made. */
const lastIn = new WeakMap<WidgetRoot, HTMLElement>();

/** Records the outcomes of an element from now on. */
export function recordOf(element: Element): WidgetRecord {
  const known = records.get(element);
  if (known) return known;
  const record: WidgetRecord = { last: undefined };
  records.set(element, record);
  observe(element, (seen) => {
    record.last = seen;
    record.onoutcome?.(seen);
  });
  return record;
}

/**
 * Finds an element, and records its outcomes from now on.
 * @throws {PaymentTestError} `no_widget`, `several_widgets`
 */
export function findWidget(root: WidgetRoot, options: WidgetOptions): HTMLElement {
  const all = findWidgets(root);
  const element = all[chooseWidget(all.map(referenceOf), options)] as HTMLElement;
  lastIn.set(root, element);
  recordOf(element);
  return element;
}

/**
 * What a root shows of a payment.
 * @throws {PaymentTestError} `several_widgets`
 */
export function shownIn(root: WidgetRoot, options: WidgetOptions): Shown {
  const wanted = options.reference?.normalize();
  const isThere = findWidgets(root).some((one) => wanted === undefined || referenceOf(one) === wanted);
  if (isThere) {
    const element = findWidget(root, options);
    const snapshot = inspect(element);
    return { actual: currentOutcome(snapshot, recordOf(element).last), description: describe(snapshot) };
  }
  const { URL: url } = root.ownerDocument ?? root;
  const removed = lastIn.get(root);
  const last = removed && recordOf(removed).last;
  return {
    actual: outcomeInQuery(url) ?? (last && toResult(last)),
    description: `There is no <payment-widget> in ${url}.`,
  };
}
