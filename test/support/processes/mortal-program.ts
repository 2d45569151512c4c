import { main } from '../../../packages/proxy/src/command/command.js';
import { ATTEMPT_TIMES } from '../../../packages/proxy/src/attempts/attempts.js';
import { TIMES } from '../../../packages/proxy/src/payment/store-steps.js';

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
