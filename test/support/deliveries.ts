import type { Delivery } from '../../src/sandbox/console-api.js';
import type { Sandbox } from '../../src/sandbox/sandbox.js';

/** Resolves with the first webhook delivery that matches. */
export function deliveryThat(sandbox: Sandbox, matches: (delivery: Delivery) => boolean): Promise<Delivery> {
  return new Promise((resolve) => {
    const check = () => {
      const found = sandbox.deliveries.list().find(matches);
      if (!found) return;
      stop();
      resolve(found);
    };
    const stop = sandbox.changes.listen(check);
    check();
  });
}

export const isOver = ({ state }: Delivery): boolean => state !== 'waiting';
