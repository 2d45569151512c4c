import { createElement as h, useState, type ReactElement, type SubmitEvent } from 'react';
import usePaymentInputs from 'react-payment-inputs/es/usePaymentInputs.js';
import { PAY_LABEL, sendPayment } from '../shared/order.js';
import '../shared/form.css';

/** Uses only the hook, without the styled wrapper and its dependency. The hook does not validate the name. */
export function Checkout(): ReactElement {
  const [number, setNumber] = useState('');
  const [expiry, setExpiry] = useState('');
  const [cvc, setCvc] = useState('');
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [nameError, setNameError] = useState('');
  const [outcome, setOutcome] = useState('');
  const { meta, getCardNumberProps, getExpiryDateProps, getCVCProps } = usePaymentInputs({ autoFocus: false });
  const { erroredInputs, touchedInputs, cardType } = meta;

  async function pay(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setNameError(name.trim() === '' ? 'Enter the name on the card.' : '');
    if (meta.error || name.trim() === '') return;
    setBusy(true);
    const isPaid = await sendPayment({ number, expiry, cvc, name }).catch(() => false);
    setBusy(isPaid);
    setOutcome(isPaid ? 'Thank you, it is paid.' : 'The payment failed.');
  }

  const onChange = (set: (value: string) => void) => ({
    onChange: (event: { target: { value: string } }) => {
      set(event.target.value);
    },
  });
  const error = (text: string | undefined) => h('span', { className: 'error' }, text);
  const errorOf = (field: 'cardNumber' | 'expiryDate' | 'cvc') =>
    error(touchedInputs[field] ? erroredInputs[field] : undefined);

  return h(
    'form',
    { className: 'card-form', noValidate: true, onSubmit: (event: SubmitEvent) => void pay(event) },
    h(
      'div',
      { className: 'field wide' },
      h(
        'div',
        { className: 'label' },
        h('label', { htmlFor: 'number' }, 'Card number'),
        h('span', null, cardType?.displayName),
      ),
      h('input', { id: 'number', ...getCardNumberProps(onChange(setNumber)), value: number }),
      errorOf('cardNumber'),
    ),
    h(
      'div',
      { className: 'field' },
      h('label', { htmlFor: 'expiry' }, 'Expiry date'),
      h('input', { id: 'expiry', ...getExpiryDateProps(onChange(setExpiry)), value: expiry }),
      errorOf('expiryDate'),
    ),
    h(
      'div',
      { className: 'field' },
      h('label', { htmlFor: 'cvc' }, 'Security code'),
      h('input', { id: 'cvc', ...getCVCProps(onChange(setCvc)), value: cvc }),
      errorOf('cvc'),
    ),
    h(
      'div',
      { className: 'field wide' },
      h('label', { htmlFor: 'name' }, 'Name on card'),
      h('input', { id: 'name', name: 'name', autoComplete: 'cc-name', value: name, ...onChange(setName) }),
      error(nameError),
    ),
    h('button', { className: 'wide', disabled: isBusy }, PAY_LABEL),
    h('div', { className: 'wide', role: 'status' }, outcome),
  );
}
