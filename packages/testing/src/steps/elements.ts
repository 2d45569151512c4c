import { inspect, type SeenOutcome, type Snapshot } from './inspect.js';
import { PaymentTestError, type WidgetOptions } from './options.js';
import {
  chooseWidget,
  inputSelector,
  partSelector,
  pause,
  shownBy,
  shownWithout,
  type Shown,
  type WidgetHandle,
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

/** The outcomes of all elements that steps looked at. */
export const seen: SeenOutcome[] = [];

const snapshotOf = (element: Element): Snapshot => inspect(element, (outcome) => seen.push(outcome));

/** @throws {PaymentTestError} `no_browser`, `no_widget`, `several_widgets` */
export function findWidget(root: WidgetRoot, options: WidgetOptions): HTMLElement {
  requireBrowser(root);
  const all = findWidgets(root);
  const references = all.map((element: HTMLElement & { readonly reference?: string }) =>
    (element.reference ?? element.getAttribute('reference') ?? undefined)?.normalize(),
  );
  const element = all[chooseWidget(references, options)] as HTMLElement;
  if ('state' in element && !('requestUpdate' in element)) throw noBrowser(); // it is a fake, or the element of servers
  return element;
}

/** An emulated DOM shows nothing. */
function requireBrowser(root: WidgetRoot): void {
  const { documentElement } = root.ownerDocument ?? root;
  if (!('checkVisibility' in documentElement)) throw noBrowser();
}

function noBrowser(): PaymentTestError {
  const message =
    'The real element needs a browser. In jsdom and happy-dom, control a fake: createFakeWidget() of payment-widget-testing.';
  return new PaymentTestError('no_browser', message);
}

/** @throws {PaymentTestError} `no_browser`, `several_widgets` */
export function shownIn(root: WidgetRoot, options: WidgetOptions): Shown {
  requireBrowser(root);
  try {
    return shownBy(snapshotOf(findWidget(root, options)), seen);
  } catch (error) {
    return shownWithout(error, (root.ownerDocument ?? root).URL);
  }
}

export function handleOf(element: HTMLElement): WidgetHandle {
  return {
    async inspect() {
      await pause(); // it may not be rendered yet
      return snapshotOf(element);
    },
    async write(name, value) {
      const input = element.shadowRoot?.querySelector<HTMLInputElement | HTMLSelectElement>(inputSelector(name));
      if (input) writeInput(input, value); // else the form has changed meanwhile
      await pause();
    },
    press: () => element.shadowRoot?.querySelector<HTMLElement>(partSelector('pay-button'))?.click(),
  };
}

/** Writes as a password manager does, with events of the window that shows the element. */
function writeInput(input: HTMLInputElement | HTMLSelectElement, value: string): void {
  const view = input.ownerDocument.defaultView ?? window;
  input.focus();
  input.value = value;
  const inputType = 'insertReplacementText';
  input.dispatchEvent(new view.InputEvent('input', { bubbles: true, composed: true, inputType, data: value }));
  input.dispatchEvent(new view.Event('change', { bubbles: true }));
}
