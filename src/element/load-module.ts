import { PaymentError } from '../contract/errors.js';

/** A shopper must not wait for a server that hangs. */
const TIMEOUT_MS = 10_000;

/** Throws `code`, if the module cannot be loaded in time. */
export async function loadModule<T>(file: string, loading: Promise<T>, code?: 'not_loaded'): Promise<T> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(reject, TIMEOUT_MS, new Error(`Not loaded after ${TIMEOUT_MS} ms.`));
  });
  return Promise.race([loading, timeout]).catch((cause: unknown) => {
    throw notLoaded(file, cause, code);
  });
}

export function notLoaded(
  file: string,
  cause?: unknown,
  code: 'form_failed' | 'not_loaded' = 'form_failed',
): PaymentError {
  const message = `${file} could not be loaded. Expected it beside payment-widget.js, or in a chunk.`;
  return new PaymentError(code, message, { cause });
}
