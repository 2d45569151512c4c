/**
 * Does something while this browser does it for no other window or widget. A courtesy only: what holds is the proxy's lock.
 * @param name - the order, as everybody here calls it
 * @returns `undefined` when somebody else is at it
 */
export function withOrderLock<T>(name: string | undefined, act: () => Promise<T>): Promise<T | undefined> {
  const { locks } = (globalThis as { navigator?: { locks?: LockManager } }).navigator ?? {}; // secure pages have them
  if (!locks || name === undefined) return act();
  let acting: Promise<T> | undefined;
  return locks
    .request(`payment-widget ${name}`, { ifAvailable: true }, (lock) => (lock ? (acting = act()) : undefined))
    .catch(() => acting ?? act()); // refused in some frames, or taken away by the page: then there is no courtesy
}
