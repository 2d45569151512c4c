import { PaymentError } from '../contract/errors.js';

/** Limit for loading a module, in ms: a shopper must not wait for a server that hangs. */
const TIMEOUT = 10_000;

/**
 * Waits for a module of the script.
 * @param file - its name, for the error
 * @throws {PaymentError} `code`, if the module cannot be loaded in time
 */
export async function loadModule<T>(
  file: string,
  loading: Promise<T>,
  code?: 'form_failed' | 'not_loaded',
): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`Not loaded after ${TIMEOUT} ms.`));
    }, TIMEOUT);
  });
  return Promise.race([loading, timeout])
    .catch((cause: unknown) => {
      throw notLoaded(file, cause, code);
    })
    .finally(() => {
      clearTimeout(timer);
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
