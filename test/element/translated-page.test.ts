import { nextTask, until } from '../support/until.js';
import {
  chargesOf,
  expect,
  fillCard,
  fillIn,
  find,
  mountReady,
  part,
  payButton,
  textOf,
  type Settings,
} from '../support/widget.js';
import type { PaymentWidget } from 'payment-widget';

/** As Google Translate has it. */
const TAG: string = 'font';

/** How an extension puts a text node into an element of its own: it keeps the node, or replaces it. */
const WAYS = { wrapped: (text: Text) => text, replaced: (text: Text) => new Text(text.data) };
type Way = keyof typeof WAYS;

/** Wraps every text node of the form, white space too, as extensions do that translate pages. */
function translate(widget: PaymentWidget, way: Way): void {
  const texts = document.createTreeWalker(widget.renderRoot, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  for (const text of found) {
    const font = document.createElement(TAG);
    text.replaceWith(font);
    font.append(WAYS[way](text));
  }
}

/** What the shopper reads, without what differs from order to order. */
function shownBy(widget: PaymentWidget): string {
  const copy = document.createElement('div');
  copy.append(...[...widget.renderRoot.children].map((child) => child.cloneNode(true)));
  for (const element of copy.querySelectorAll(
    '[role=status].visually-hidden, [role=alert].visually-hidden, [part=time]',
  ))
    element.remove();
  return copy.textContent.replaceAll(widget.reference ?? '', '').replace(/\s/g, '');
}

type Step = (widget: PaymentWidget) => unknown;

const change =
  (settings: Partial<PaymentWidget>): Step =>
  (widget) =>
    Object.assign(widget, settings);

const speak =
  (lang: string, form: string): Step =>
  (widget) => {
    widget.lang = lang;
    return until(() => find(widget, 'form')?.ariaLabel?.startsWith(form) === true);
  };

const fill =
  (values: Parameters<typeof fillIn>[1]): Step =>
  async (widget) => {
    await fillIn(widget, values);
    widget.validate();
  };

const pay: Step = async (widget) => {
  await fillCard(widget);
  await widget.submit();
};

const reset: Step = (widget) => {
  widget.reset();
};

const STORIES: Readonly<Record<string, readonly [settings: Settings, ...steps: Step[]]>> = {
  'the amount': [
    {},
    change({ amount: 9900 }),
    change({ currency: 'JPY' }),
    change({ amount: undefined }),
    change({ amount: 1 }),
  ],
  'the language': [{}, speak('de', 'Karten'), speak('ar', 'الدفع'), speak('en', 'Card'), change({ amount: 700 })],
  errors: [
    {},
    (widget) => widget.submit(),
    fill({ 'cc-number': '4242', 'cc-exp': '13/30' }),
    fill({ 'cc-number': '378282246310005', 'cc-exp': '12/20', 'cc-csc': '1' }),
    speak('fr', 'Paiement'),
    fill({ 'cc-number': '4242424242424242', 'cc-exp': '12/30', 'cc-csc': '123' }),
  ],
  'the brand': [
    { brands: 'visa mastercard amex jcb elo troy' },
    fill({ 'cc-number': '3782' }),
    fill({ 'cc-number': '6011' }),
    fill({ 'cc-number': '5555' }),
    fill({ 'cc-number': '' }),
    change({ brands: 'visa' }),
  ],
  'a paid order': [{}, pay, reset, change({ amount: 800 })],
};

describe('In a page that an extension has translated', () => {
  for (const [what, [settings, ...steps]] of Object.entries(STORIES)) {
    for (const way of Object.keys(WAYS) as Way[]) {
      it(`the texts follow ${what}, ${way}`, async () => {
        const [untouched, translated] = [await mountReady(settings), await mountReady(settings)];
        for (const { style } of [untouched, translated]) style.cssText = 'position: fixed; inset: 200vh 0 auto'; // so that all errors are listed
        for (const step of steps) {
          translate(translated, way);
          for (const widget of [untouched, translated]) {
            await step(widget);
          }
          await nextTask(); // removed fields lead to a second render
          await Promise.all([untouched.updateComplete, translated.updateComplete]);
          expect(shownBy(translated)).to.equal(shownBy(untouched));
        }
      });
    }
  }

  it('the button shows the price that is charged', async () => {
    const widget = await mountReady();
    const extension = new MutationObserver(() => {
      extension.disconnect();
      translate(widget, 'replaced');
      observe();
    });
    const observe = () => {
      extension.observe(widget.renderRoot, { childList: true, characterData: true, subtree: true });
    };
    translate(widget, 'replaced');
    observe();
    widget.amount = 9900;
    await fillCard(widget);
    expect(textOf(payButton(widget))).to.equal('Pay €99.00');
    await widget.submit();
    extension.disconnect();
    expect((await chargesOf(widget)).map(({ amount }) => amount)).to.deep.equal([9900]);
    expect(textOf(part(widget, '[part=result-text]'))).to.contain('€99.00');
  });

  it('the price on the button is not to be translated, and the rest is', async () => {
    const widget = await mountReady();
    const label = payButton(widget).cloneNode(true) as Element;
    const fixed = [...label.querySelectorAll('[translate=no]')];
    expect(fixed.map((element) => element.textContent)).to.deep.equal(['€49.99']);
    for (const element of fixed) element.remove();
    expect(label.closest('[translate=no]') ?? label.textContent.trim()).to.equal('Pay');
  });
});
