export interface SystemError extends Error {
  readonly code: string;
  readonly syscall?: string;
}

/** Returns the system errors that led to an error. */
export function causesOf(error: unknown): SystemError[] {
  if (!(error instanceof Error)) return [];
  if (error instanceof AggregateError) return error.errors.flatMap(causesOf);
  if ('code' in error && typeof error.code === 'string') return [error as SystemError];
  return causesOf(error.cause);
}

/** A word, or a SQLSTATE such as 28P01. Longer digits may be a card. */
const WORD = /^([A-Za-z$][\w$]{1,63}|[\dA-Z]{5})$/;

/** Returns error codes or the name of the class, at most four words. A message might quote the request. */
export function codesOf(error: unknown): string {
  const codes = causesOf(error).map(({ code }) => code);
  const words = codes.length > 0 || !(error instanceof Error) ? new Set(codes) : [error.name];
  const known = [...words].filter((word) => WORD.test(word));
  return known.slice(0, 4).join(', ') || 'Error';
}

/** What the merchant's functions for log and measurements throw must not affect the payment. */
export function ignoreErrors(call: () => unknown): void {
  void (async () => {
    await call();
  })().catch(() => undefined);
}
