import type { PaymentWidget } from '../../../../src/element/payment-widget.js';

const PROXY_URL = '/live-form/pay';
const DECLINED = '4000000000000002';
const HEADERS = { 'Payments-Mode': 'test' };

const CONTENT = `
  <p>The form, with answers of this page in place of a proxy. Nothing is sent. The card 4242 4242 4242 4242 is paid, and
  4000 0000 0000 0002 is declined.</p>
  <div></div>
  <output>Events of the form appear here.</output>
  <button type="button">New order</button>`;

/** `<live-form>`: the element in a page of the documentation. */
export class LiveForm extends HTMLElement {
  connectedCallback(): void {
    if (this.childElementCount > 0) return;
    this.innerHTML = CONTENT;
    for (const name of ['submit', 'success', 'failure']) this.addEventListener(`payment-${name}`, this.#log);
    this.querySelector('button')?.addEventListener('click', this.#show);
    void this.#load();
  }

  async #load(): Promise<void> {
    answerRequests();
    await import('../../../../src/define.js');
    this.#show();
  }

  readonly #show = (): void => {
    const widget: PaymentWidget = document.createElement('payment-widget');
    widget.proxyUrl = PROXY_URL;
    widget.amount = 4999;
    widget.currency = 'EUR';
    widget.reference = `order-${crypto.randomUUID().slice(0, 8)}`;
    widget.testCard = true;
    this.querySelector('div')?.replaceChildren(widget);
  };

  readonly #log = ({ type, detail }: Event & { readonly detail?: object }): void => {
    const { reference, error } = detail as { reference?: string; error?: { code: string } };
    const output = this.querySelector('output');
    if (output) output.textContent = `${type} ${JSON.stringify({ reference, code: error?.code })}`;
  };
}

let isAnswering = false;

/** Replaces `fetch` for the address of the form. */
function answerRequests(): void {
  if (isAnswering) return;
  isAnswering = true;
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    return pathname.startsWith(`${PROXY_URL}/`) ? answer(pathname, init?.body) : send(input, init);
  };
}

function answer(pathname: string, body: unknown): Response {
  if (pathname.endsWith('/config')) return Response.json({ mode: 'test' }, { headers: HEADERS });
  if (typeof body !== 'string') return new Response(null, { status: 404, headers: HEADERS });
  return body.includes(DECLINED)
    ? Response.json({ status: 'declined' }, { status: 402, headers: HEADERS })
    : Response.json({ status: 'succeeded' }, { headers: HEADERS });
}
