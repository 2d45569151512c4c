import { brandOf, digitsOf, findErrors, formatCvc, formatExpiry, formatNumber, type Typed } from '../shared/card.js';
import '../shared/form.css';
import { sendPayment } from '../shared/order.js';
import { reformat } from '../shared/typing.js';

const FORMATS: Readonly<Record<string, (text: string) => string>> = {
  number: formatNumber,
  expiry: formatExpiry,
  cvc: formatCvc,
};

export function startForm(form: HTMLFormElement): void {
  const field = (name: keyof Typed) => form.elements.namedItem(name) as HTMLInputElement;
  const brand = form.querySelector('#brand') as Element;
  const button = form.querySelector('button') as HTMLButtonElement;
  const status = form.querySelector('[role=status]') as Element;
  const typed = () => Object.fromEntries(new FormData(form)) as unknown as Typed;

  function showError(name: keyof Typed, error = ''): void {
    const input = field(name);
    input.setAttribute('aria-invalid', String(error !== ''));
    (form.querySelector(`#${name}-error`) as Element).textContent = error;
  }

  form.addEventListener('input', ({ target }) => {
    const input = target as HTMLInputElement;
    const format = FORMATS[input.name];
    if (format) reformat(input, format);
    if (input.name === 'number') brand.textContent = brandOf(digitsOf(input.value)).name;
    if (input.getAttribute('aria-invalid') === 'true') showError(input.name as keyof Typed);
  });

  form.addEventListener('focusout', ({ target }) => {
    const { name, value } = target as HTMLInputElement;
    if (value && name in typed()) showError(name as keyof Typed, findErrors(typed())[name as keyof Typed]);
  });

  async function pay(): Promise<void> {
    const errors = findErrors(typed());
    for (const name of Object.keys(typed()) as (keyof Typed)[]) showError(name, errors[name]);
    const [first] = Object.keys(errors) as (keyof Typed)[];
    if (first) {
      field(first).focus();
      return;
    }
    button.disabled = true;
    const isPaid = await sendPayment(typed()).catch(() => false);
    button.disabled = isPaid;
    status.textContent = isPaid ? 'Thank you, it is paid.' : 'The payment failed.';
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void pay();
  });
}
