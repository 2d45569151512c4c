/** A payment form in the comparison. Its sources are in `contenders/<id>`. */
export interface Contender {
  readonly id: string;
  readonly name: string;
  readonly package?: string;
  /** Selectors that lead to the first field, one per shadow root. */
  readonly firstField: readonly string[];
  /** Matches forms whose behavior has not arrived yet. Missing if it arrives with the fields. */
  readonly unready?: string;
  readonly form: CardForm;
  /** Maximum number of rounds. Default: all. */
  readonly rounds?: number;
  /** Another page of another contender, which is only loaded. */
  readonly page?: string;
}

/** Playwright selectors, which pierce open shadow roots. */
interface CardForm {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
  readonly name: string;
  readonly pay: string;
}

const OWN_FORM: CardForm = {
  number: '[name=number]',
  expiry: '[name=expiry]',
  cvc: '[name=cvc]',
  name: '[name=name]',
  pay: 'button',
};

/** A form written by hand for a single page. All results are relative to it. */
export const BASELINE: Contender = {
  id: 'plain-form',
  name: 'Plain form',
  firstField: ['input'],
  form: OWN_FORM,
};

/** The baseline, measured a second time. The difference between the two is noise. */
export const BASELINE_REPEATED: Contender = { ...BASELINE, id: 'plain-form-repeated', name: 'Plain form, repeated' };

export const WIDGET: Contender = {
  id: 'widget',
  name: '`<payment-widget>`',
  firstField: ['payment-widget', 'input'],
  unready: 'payment-widget:not(:state(ready))',
  form: {
    number: 'payment-widget #cc-number',
    expiry: 'payment-widget #cc-exp',
    cvc: 'payment-widget #cc-csc',
    name: 'payment-widget #cc-name',
    pay: 'payment-widget [part~=pay-button]',
  },
};

/** The same files; the page is sent with the form in its HTML. */
export const WIDGET_IN_HTML: Contender = {
  ...WIDGET,
  id: 'widget-in-html',
  name: 'Form in the HTML',
  page: 'widget/in-html.html',
};

/** With a Test key, the page also loads hints for the developer. */
export const WIDGET_IN_TEST: Contender = {
  ...WIDGET,
  id: 'widget-in-test',
  name: 'Test mode',
  page: 'widget-in-test/page.html',
};

/** The smallest Lit element that does what the plain form does. Goals of load rows are relative to it. */
export const LIT: Contender = {
  id: 'lit',
  name: 'Minimal Lit form',
  package: 'lit',
  firstField: ['card-form', 'input'],
  form: OWN_FORM,
};

export const CONTENDERS: readonly Contender[] = [
  BASELINE,
  BASELINE_REPEATED,
  WIDGET,
  WIDGET_IN_HTML,
  WIDGET_IN_TEST,
  LIT,
  {
    id: 'moyasar',
    name: 'Moyasar form',
    package: 'moyasar-payment-form',
    rounds: 3, // no goal is relative to it
    firstField: ['input'],
    form: {
      number: '[name=mysr-cc-number]',
      expiry: '[name=mysr-cc-exp]',
      cvc: '[name=mysr-cc-csc]',
      name: '[name=mysr-cc-name]',
      pay: '[type=submit]',
    },
  },
];

/** A page with a single text field. Its cost is subtracted where a measure sets `subtractEmptyPage`. */
export const EMPTY: Contender = { ...BASELINE, id: 'empty', name: 'Empty page' };
