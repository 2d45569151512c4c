/** A shopper waits no longer, whatever the service asks for. */
const MAX_WAIT_SECONDS = 5 * 60;

/**
 * RFC 9110 §10.2.3: seconds or an HTTP date.
 * @returns seconds from now, 0 to 300; `undefined` if the header is missing or invalid
 */
export function parseRetryAfter(header: string | null, now: number = Date.now()): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text), MAX_WAIT_SECONDS);
  const zoned = /^[A-Z][a-z]{2} /.test(text) ? `${text} GMT` : text; // the asctime format has no time zone and means GMT
  const date = /^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/.test(text) ? Date.parse(zoned) : NaN;
  return Number.isNaN(date) ? undefined : Math.min(Math.max(Math.ceil((date - now) / 1000), 0), MAX_WAIT_SECONDS);
}
