/**
 * Runs `act` under a Web Lock, so that other tabs and forms of this browser do not pay the same order at the same time.
 * Best effort; the proxy enforces it.
 * @param name the order; without one there is no lock
 * @returns `undefined` if the order is locked
 */
export function withOrderLock<T>(name: string | undefined, act: () => Promise<T>): Promise<T | undefined> {
  const { locks } = (globalThis as { navigator?: { locks?: LockManager } }).navigator ?? {}; // missing in insecure pages
  if (!locks || name === undefined) return act();
  let acting: Promise<T> | undefined;
  return locks
    .request(`payment-widget ${name}`, { ifAvailable: true }, (lock) => (lock ? (acting = act()) : undefined))
    .catch(() => acting ?? act()); // locks are denied in some frames
}
