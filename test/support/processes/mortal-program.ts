import { main } from 'payment-widget-proxy/command/command';
import { ATTEMPT_TIMES } from 'payment-widget-proxy/attempts/attempts';
import { TIMES } from 'payment-widget-proxy/payment/store-steps';

/** The proxy as a program, to be killed: with shorter time-outs, on a given port, its clock ahead. Prints its URL. */

const [settings, times, port, ahead] = process.argv.slice(2).map((text) => JSON.parse(text) as unknown);
const { now } = Date;
Date.now = () => now() + Number(ahead);
const { sentLimit, deliveryLease, ...others } = times as Partial<typeof TIMES & typeof ATTEMPT_TIMES>;
Object.assign(TIMES, others);
Object.assign(ATTEMPT_TIMES, { sentLimit, deliveryLease });

process.stdin.resume().on('end', () => process.exit()); // the campaign was killed

const environment = {
  PAYMENTS_MODE: 'test',
  TRUST_BROWSER_AMOUNT: 'true',
  LIMIT_REQUESTS_PER_MINUTE: 'none',
  LIMIT_ATTEMPTS_PER_REFERENCE: 'none',
  LIMIT_ATTEMPTS_PER_CLIENT: 'none',
  ...(settings as Record<string, string>),
  LISTEN: `127.0.0.1:${Number(port)}`,
};
const print = (text: string) => {
  const { event, address } = JSON.parse(text) as { event: string; address?: string };
  if (event === 'listening') console.log(address); // it would log each fault
};
process.exitCode = await main(['start'], environment, { out: print, error: console.error });
process.exit();
