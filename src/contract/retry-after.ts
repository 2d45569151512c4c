const LONGEST_WAIT = 24 * 60 * 60;

/**
 * Reads a `Retry-After` header (RFC 9110 §10.2.3): whole seconds or an HTTP date.
 * @param now - milliseconds since the epoch
 * @returns seconds from now, between 0 and a day; `undefined` when the header is missing or makes no sense
 */
export function parseRetryAfter(header: string | null, now: number = Date.now()): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text), LONGEST_WAIT);
  const zoned = /^[A-Z][a-z]{2} /.test(text) ? `${text} GMT` : text; // asctime names no zone and means GMT
  const date = /^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/.test(text) ? Date.parse(zoned) : NaN;
  return Number.isNaN(date) ? undefined : Math.min(Math.max(Math.ceil((date - now) / 1000), 0), LONGEST_WAIT);
}
