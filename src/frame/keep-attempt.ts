import type { HandedOver } from '../element/isolated/messages/to-frame.js';
import { AttemptStorage } from '../payment/attempt-storage.js';

/** Loaded on demand. Remembers the attempt of a lost frame, in memory if the storage of the frame is denied or full. */
export function keepAttempt(attempt: HandedOver, proxyUrl: string): void {
  const storage = new AttemptStorage(proxyUrl);
  const isKept = () => storage.find(attempt.reference) !== undefined;
  if (isKept()) return;
  storage.save(attempt);
  if (isKept()) return;
  Object.defineProperty(globalThis, 'sessionStorage', { value: createMemory() });
  storage.save(attempt);
}

function createMemory(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const items = new Map<string, string>();
  return {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, text) => void items.set(name, text),
    removeItem: (name) => void items.delete(name),
  };
}
