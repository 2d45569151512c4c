import type { CardForm, Contender } from './contender.js';

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
  canMount: true,
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
  canMount: true,
};

/** The smallest Lit element that does what the plain form does. Goals of load rows are relative to it. */
export const LIT: Contender = {
  id: 'lit',
  name: 'Minimal Lit form',
  package: 'lit',
  firstField: ['card-form', 'input'],
  form: OWN_FORM,
  canMount: true,
};

/** Rounds of forms to which no goal is relative. */
const FEW = 3;

/** The same form in a frame of another origin. */
export const ISOLATED: Contender = {
  id: 'isolated',
  name: '`<payment-widget isolated>`',
  rounds: FEW,
  frame: ['payment-widget > iframe'],
  isFrameServed: true,
  firstField: ['input'],
  unready: 'payment-widget:not(:state(ready))',
  form: { number: '#cc-number', expiry: '#cc-exp', cvc: '#cc-csc', name: '#cc-name', pay: '[part~=pay-button]' },
  canMount: true,
  limits:
    'The form is in a cross-origin frame, whose content is measured, too: its bytes, its processor time and its memory are added to those of the page. Leaks are those of the page. Mounting is not measured, because a page has one such form.',
};

/** A page with a single text field. Its cost is subtracted where a measure sets `subtractEmptyPage`. */
export const EMPTY: Contender = { id: 'empty', name: 'Empty page', firstField: ['input'] };

const FRAMES = 'The fields are in cross-origin frames, so measurements end when these frames are created.';

/** In the order of the report. */
export const CONTENDERS: readonly Contender[] = [
  BASELINE,
  BASELINE_REPEATED,
  WIDGET,
  LIT,
  {
    id: 'react-payment-inputs',
    name: 'react-payment-inputs',
    package: 'react-payment-inputs',
    rounds: FEW,
    firstField: ['input'],
    form: { ...OWN_FORM, number: '[name=cardNumber]', expiry: '[name=expiryDate]' },
    canMount: true,
  },
  {
    id: 'moyasar',
    name: 'Moyasar form',
    package: 'moyasar-payment-form',
    rounds: FEW,
    firstField: ['input'],
    form: {
      number: '[name=mysr-cc-number]',
      expiry: '[name=mysr-cc-exp]',
      cvc: '[name=mysr-cc-csc]',
      name: '[name=mysr-cc-name]',
      pay: '[type=submit]',
    },
    canMount: true,
  },
  ISOLATED,
  {
    id: 'adyen',
    name: 'Adyen Card',
    package: '@adyen/adyen-web',
    rounds: FEW,
    firstField: ['iframe.js-iframe'],
    frame: ['iframe.js-iframe'],
    canMount: true,
    limits: `${FRAMES} Uses the built-in English texts.`,
  },
  {
    id: 'braintree',
    name: 'Braintree Drop-in',
    package: 'braintree-web-drop-in',
    rounds: FEW,
    firstField: ['iframe'],
    frame: ['iframe'],
    limits: `${FRAMES} Mounting is not measured, because it cannot be unmounted without its frames. A stub answers its configuration request immediately, and its stylesheet is served locally.`,
  },
];
