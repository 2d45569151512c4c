import { PaymentError } from './errors.js';

/** A shopper must not wait for a server that hangs. */
const TIMEOUT_MS = 10_000;

type LoadErrorCode = 'form_failed' | 'not_loaded' | 'proxy_error';

/** Throws `code`, if the module cannot be loaded in time. */
export async function loadModule<T>(file: string, loading: Promise<T>, code?: LoadErrorCode): Promise<T> {
  // withinTime() is too large for the first part.
  const timeout = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`Not loaded after ${TIMEOUT_MS} ms.`));
    }, TIMEOUT_MS);
    const stop = () => {
      clearTimeout(timer);
    };
    loading.then(stop, stop);
  });
  return Promise.race([loading, timeout]).catch((cause: unknown) => {
    throw notLoaded(file, cause, code);
  });
}

export function notLoaded(file: string, cause?: unknown, code: LoadErrorCode = 'form_failed'): PaymentError {
  const message = `${file} could not be loaded. Expected it beside payment-widget.js, or in a chunk.`;
  return new PaymentError(code, message, { cause });
}
