import type { HandedOver } from '../element/isolated/messages/to-frame.js';
import { AttemptStorage } from '../payment/attempt-storage.js';

/** Loaded on demand. Remembers the attempt of a lost frame, in memory if the browser denies storage to the frame. */
export function keepAttempt(attempt: HandedOver, proxyUrl: string): void {
  try {
    Reflect.get(globalThis, 'sessionStorage');
  } catch {
    Object.defineProperty(globalThis, 'sessionStorage', { value: createMemory() });
  }
  const storage = new AttemptStorage(proxyUrl);
  if (!storage.find(attempt.reference)) storage.save(attempt);
}

function createMemory(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const items = new Map<string, string>();
  return {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, text) => void items.set(name, text),
    removeItem: (name) => void items.delete(name),
  };
}
