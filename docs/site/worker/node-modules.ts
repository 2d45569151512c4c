/** The parts of Node's modules that the sandbox of the demo uses, for a service worker. */

/** `node:http` */
export const STATUS_CODES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

/** `node:crypto` */
export function randomBytes(length: number): { toString(encoding: 'hex'): string } {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return { toString: () => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') };
}
