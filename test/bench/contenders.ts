import type { CardForm, Contender } from './contender.js';

const OWN_FORM: CardForm = {
  number: '[name=number]',
  expiry: '[name=expiry]',
  cvc: '[name=cvc]',
  name: '[name=name]',
  pay: 'button',
};

/** What all others are held against: a form as one would write it by hand for this one page. */
export const FLOOR: Contender = {
  id: 'floor',
  name: 'Plain form',
  firstField: ['input'],
  form: OWN_FORM,
  hasStage: true,
};

/** The floor once more. How far this is from the first is how much the others may differ by chance. */
export const FLOOR_AGAIN: Contender = { ...FLOOR, id: 'floor-again', name: 'Plain form, again' };

export const WIDGET: Contender = {
  id: 'widget',
  name: '`<payment-widget>`',
  firstField: ['payment-widget', 'input'],
  form: {
    number: 'payment-widget #cc-number',
    expiry: 'payment-widget #cc-exp',
    cvc: 'payment-widget #cc-csc',
    name: 'payment-widget #cc-name',
    pay: 'payment-widget [part~=pay-button]',
  },
  hasStage: true,
};

/** A page with a text field and nothing else: what a load costs that has no form. */
export const EMPTY: Contender = { id: 'empty', name: 'Empty page', firstField: ['input'] };

const FRAMES = 'Its fields are in frames of another origin, so it is measured only up to where these frames are made';

/** In the order of the report. */
export const CONTENDERS: readonly Contender[] = [
  FLOOR,
  FLOOR_AGAIN,
  WIDGET,
  {
    id: 'lit',
    name: 'Minimal Lit form',
    package: 'lit',
    firstField: ['card-form', 'input'],
    form: OWN_FORM,
    hasStage: true,
  },
  {
    id: 'react-payment-inputs',
    name: 'react-payment-inputs',
    package: 'react-payment-inputs',
    firstField: ['input'],
    form: { ...OWN_FORM, number: '[name=cardNumber]', expiry: '[name=expiryDate]' },
    hasStage: true,
  },
  {
    id: 'moyasar',
    name: 'Moyasar form',
    package: 'moyasar-payment-form',
    firstField: ['input'],
    form: {
      number: '[name=mysr-cc-number]',
      expiry: '[name=mysr-cc-exp]',
      cvc: '[name=mysr-cc-csc]',
      name: '[name=mysr-cc-name]',
      pay: '[type=submit]',
    },
    hasStage: true,
  },
  {
    id: 'adyen',
    name: 'Adyen Card',
    package: '@adyen/adyen-web',
    firstField: ['iframe.js-iframe'],
    hasStage: true,
    limits: `${FRAMES}; texts are its built-in English.`,
  },
  {
    id: 'braintree',
    name: 'Braintree Drop-in',
    package: 'braintree-web-drop-in',
    firstField: ['iframe'],
    limits: `${FRAMES}, and not in several: one that has no frames can not be taken away again. What it asks its service first is answered at once by a stand-in, and its stylesheet comes from this machine.`,
  },
];
