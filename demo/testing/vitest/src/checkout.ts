import 'payment-widget/define';
import { PaymentCheckError } from 'payment-widget';

export interface Order {
  reference: string;
  /** In minor units: 4999 is €49.99. */
  amount: number;
  currency: string;
}

export interface Shop {
  /** Holds the items of an order. Resolves with `false` if one is sold out. */
  reserve(reference: string): Promise<boolean>;
  showReceipt(reference?: string): void;
}

/** Adds the payment of an order to the page, with a button of the shop. */
export function addCheckout(container: HTMLElement, order: Order, shop: Shop): void {
  const widget = document.createElement('payment-widget');
  Object.assign(widget, { proxyUrl: '/pay', withoutButton: true, ...order });

  const button = document.createElement('button');
  button.textContent = 'Place order';
  button.addEventListener('click', () => void widget.submit());

  const status = document.createElement('p');
  status.role = 'status';

  const report = (text: string, canPay: boolean) => {
    status.textContent = text;
    button.disabled = !canPay;
  };

  widget.addEventListener('payment-submit', (event) => {
    event.waitUntil(reserve(event.detail.reference));
    report('Please wait …', false);
  });
  widget.addEventListener('payment-success', ({ detail }) => {
    report('Thank you for your order.', false);
    if (!detail.restored) shop.showReceipt(detail.reference); // not again after a reload
  });
  widget.addEventListener('payment-failure', () => {
    report('You were not charged.', true);
  });
  widget.addEventListener('payment-unknown', () => {
    report('We are checking your payment. Please do not pay again.', false);
  });

  async function reserve(reference = ''): Promise<void> {
    if (!(await shop.reserve(reference))) throw new PaymentCheckError('This item is sold out. You were not charged.');
  }

  container.append(widget, button, status);
}
