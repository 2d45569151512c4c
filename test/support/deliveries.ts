import type { Delivery } from '../../demo/sandbox/console-api.js';
import type { Sandbox } from '../../demo/sandbox/sandbox.js';

/** Waits for a delivery of the sandbox to become what is wanted. */
export function deliveryThat(sandbox: Sandbox, isWanted: (delivery: Delivery) => boolean): Promise<Delivery> {
  return new Promise((resolve) => {
    const look = () => {
      const found = sandbox.deliveries.list().find(isWanted);
      if (!found) return;
      stop();
      resolve(found);
    };
    const stop = sandbox.changes.listen(look);
    look();
  });
}

export const isOver = ({ state }: Delivery): boolean => state !== 'waiting';
