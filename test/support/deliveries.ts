import type { Delivery } from '../../src/sandbox/webhooks.js';
import type { Sandbox } from '../../src/sandbox/sandbox.js';
import { until } from './until.js';

/** Waits for a webhook delivery that matches. Polls, since the timers of deliveries do not keep the process running. */
export async function deliveryThat(sandbox: Sandbox, matches: (delivery: Delivery) => boolean): Promise<Delivery> {
  const found = () => sandbox.deliveries.list().find(matches);
  await until(found);
  return found() as Delivery;
}

export const isOver = ({ state }: Delivery): boolean => state !== 'waiting';
