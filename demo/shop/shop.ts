import { formatMoney } from 'payment-widget/contract/currency';
import { offerAppearance } from './appearance.js';
import type { PayableOrder } from './orders.js';

const widget = document.querySelector('payment-widget') as HTMLElementTagNameMap['payment-widget'];
const byId = (id: string) => document.getElementById(id) as HTMLElement;
const giftWrap = byId('gift-wrap') as HTMLInputElement;

async function call(path: string, init?: RequestInit): Promise<PayableOrder | undefined> {
  const response = await fetch(path, init);
  return response.ok ? ((await response.json()) as PayableOrder) : undefined;
}

function show(order: PayableOrder): void {
  const money = (amount: number) => formatMoney(amount, order.currency, document.documentElement.lang);
  byId('reference').textContent = order.reference;
  byId('total').textContent = money(order.amount);
  byId('lines').replaceChildren(
    ...order.lines.map((line) => {
      const row = document.createElement('tr');
      const name = row.appendChild(document.createElement('th'));
      name.scope = 'row';
      name.textContent = line.quantity > 1 ? `${line.name} × ${line.quantity}` : line.name;
      row.insertCell().textContent = money(line.amount);
      return row;
    }),
  );
  giftWrap.checked = order.giftWrap;
  widget.reference = order.reference;
  widget.orderToken = order.token;
  widget.actionOrigins = order.actionOrigins;
  widget.currency = order.currency;
  widget.amount = order.amount; // the form keeps its input
}

/** What the shop says to the shopper. It only informs: the server ships when its `onSettled` is called. */
const NOTICES: Readonly<Record<string, string>> = {
  'payment-submit': '',
  'payment-action': '',
  'payment-pending': 'We pack your order as soon as we receive the payment.',
  'payment-unknown': 'We have reserved your order and are checking the payment. Please do not pay again.',
  'payment-success': 'We are packing it now. It arrives in two to three days.',
  'payment-failure': '',
};

for (const [type, notice] of Object.entries(NOTICES)) {
  widget.addEventListener(type, () => {
    const isPaid = type === 'payment-success';
    byId('order-title').textContent = isPaid ? 'Thank you for your order' : 'Your order';
    byId('notice').textContent = notice;
    byId('total-label').textContent = isPaid ? 'Paid' : 'Total';
    byId('again').hidden = !isPaid;
    byId('gift-wrap-row').hidden = isPaid && !giftWrap.checked;
    giftWrap.disabled = type !== 'payment-failure'; // the order must not change during the payment
  });
}

widget.addEventListener('payment-failure', ({ detail }) => {
  if (['amount_changed', 'order_token_expired'].includes(detail.error.code)) void load();
});

offerAppearance(byId('appearance'));

giftWrap.addEventListener('change', () => {
  const body = JSON.stringify({ giftWrap: giftWrap.checked });
  void call(`/orders/${widget.reference ?? ''}`, { method: 'PUT', body }).then((order) => {
    if (order) show(order);
  });
});

async function load(): Promise<void> {
  const address = new URL(location.href);
  const reference = address.searchParams.get('order');
  const order = (reference && (await call(`/orders/${reference}`))) || (await call('/orders', { method: 'POST' }));
  if (!order) throw new Error('The order could not be loaded.');
  address.searchParams.set('order', order.reference);
  history.replaceState(null, '', address); // a reload shows the same order
  if (address.searchParams.get('form') === 'isolated' && order.frameProxy) {
    widget.setAttribute('proxy-url', order.frameProxy);
    widget.toggleAttribute('isolated', true);
  }
  show(order);
}

await load();
await import('payment-widget/define'); // define the element after its order is set
