import { isPaymentError, logError, PaymentError } from './errors.js';

/** A shopper must not wait for a server that hangs. */
const TIMEOUT_MS = 10_000;

/**
 * Of a part of the script. Throws `not_loaded`, if it cannot be loaded in time: it may be gone since the page was opened. The next
 * call tries again.
 */
export async function loadModule<T>(part: string, loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // withinTime() is too large for the first part.
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, TIMEOUT_MS, notLoaded(part));
  });
  try {
    return await Promise.race([loading, timeout]);
  } catch (cause) {
    throw isPaymentError(cause) ? cause : notLoaded(part, cause); // it may need other parts
  } finally {
    clearTimeout(timer);
  }
}

/** The cause has the address. */
export function notLoaded(part: string, cause?: unknown): PaymentError {
  return new PaymentError('not_loaded', `${part} could not be loaded.`, { cause });
}

/** Logs that the form works without a part. */
export function reportMissing(part: string, cause: unknown): void {
  logError(notLoaded(part, cause));
}
