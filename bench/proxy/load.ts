import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { isLuhn } from 'payment-widget/contract/card';
import { RATE } from './contenders.js';

export interface LoadResult {
  /** All payments, measured or not. */
  readonly sent: number;
  /** From the moment a payment is due until its response is read, in ms. Without failed payments. */
  readonly latencies: readonly number[];
  /** How long after that moment the payments were sent, in ms. */
  readonly lags: readonly number[];
  readonly errors: Readonly<Record<string, number>>;
}

/** Opens connections. Not measured. */
const CONNECTING_SECONDS = 1;
/** The proxy answers within 40 s. */
const TIMEOUT_MS = 60_000;

/** However slow the responses are: a stall delays all payments that are due meanwhile, as it would delay shoppers. */
export async function generateLoad(proxyUrl: string, seconds: number, rate = RATE): Promise<LoadResult> {
  const latencies: number[] = [];
  const lags: number[] = [];
  const errors: Record<string, number> = {};
  const agent = new Agent({ keepAlive: true });
  const pay = async (due: number, isMeasured: boolean) => {
    if (isMeasured) lags.push(now() - due);
    const result = await sendPayment(`${proxyUrl}/pay/v1/payments`, agent);
    if (result !== '200') errors[result] = (errors[result] ?? 0) + 1;
    else if (isMeasured) latencies.push(now() - due);
  };
  const start = Math.ceil(now()) + 1; // timers fire at whole milliseconds
  const paying: Promise<void>[] = [];
  for (let index = 0; index < rate * (CONNECTING_SECONDS + seconds); index++) {
    const due = start + (index * 1000) / rate;
    while (now() < due) await wait(Math.ceil(due - now()));
    paying.push(pay(due, index >= rate * CONNECTING_SECONDS));
  }
  await Promise.all(paying);
  agent.destroy();
  return { latencies, lags, errors, sent: paying.length };
}

/** In ms, with the phase of the timers. */
const now = () => Number(process.hrtime.bigint()) / 1e6;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function sendPayment(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const fail = ({ code, message }: NodeJS.ErrnoException) => {
      resolve(code ?? message);
    };
    const { headers, body } = newPayment();
    const sending = request(url, { method: 'POST', agent, headers, timeout: TIMEOUT_MS }, (response) => {
      text(response).then(() => {
        resolve(String(response.statusCode));
      }, fail);
    });
    sending.on('timeout', () => sending.destroy(new Error('timeout'))).on('error', fail);
    sending.end(body);
  });
}

let orders = 0;

function newPayment() {
  const order = ++orders;
  const headers = {
    'Content-Type': 'application/json',
    'Idempotency-Key': randomBytes(24).toString('base64url'),
    'Client-Address': `client-${order}`,
  };
  const body = JSON.stringify({
    amount: 4999,
    currency: 'EUR',
    reference: `order-${order}`,
    customer: { name: 'Ada Lovelace' },
    payment_method: { type: 'card', card: { number: newNumber(order), exp_month: 12, exp_year: 2040, cvc: '123' } },
  });
  return { headers, body };
}

/** A different valid number per order, so that caching per card has no effect. */
function newNumber(order: number): string {
  const digits = String(424_242_424_000_000 + order);
  return Array.from('0123456789', (check) => digits + check).find(isLuhn) ?? '';
}
