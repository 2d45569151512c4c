import { createOrderToken } from '../../src/proxy/index.js';
import { TOKEN_SECRET } from './checked-proxy.js';
import { newKey, post } from './node-proxy.js';
import { samplePayment } from './sample-payment.js';

interface Paying {
  readonly key?: string;
  readonly secret?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Pays an order with its token. */
export async function payOrder(
  { proxyUrl }: { readonly proxyUrl: string },
  reference: string,
  { key = newKey(), secret = TOKEN_SECRET, headers = {} }: Paying = {},
): Promise<Response> {
  const { amount, currency } = samplePayment();
  const token = await createOrderToken({ reference, amount, currency }, secret);
  return post(
    proxyUrl,
    { ...samplePayment(), reference },
    { 'Idempotency-Key': key, 'Order-Token': token, ...headers },
  );
}
