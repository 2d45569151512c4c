import { IDEMPOTENCY_KEY, IDEMPOTENCY_REPLAYED } from '../../../src/contract/protocol.js';
import type { Message } from '../../../src/sandbox/recording/recorded-message.js';
import type { Exchange } from '../qa-events.js';
import { money, pretty, toObject } from './format.js';
import type { Detail, Kind, LogEntry, Tone } from './log-entry.js';
import type { RequestTimes } from './request-times.js';

const HOPS: Readonly<Record<Exchange['hop'], readonly [kind: Kind, there: string, back: string]>> = {
  page: ['page', '→ proxy', '← proxy'],
  service: ['service', '→ service', '← service'],
  webhook: ['service', '→ webhook', '← webhook'],
};

const PHRASES: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  302: 'Found',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

const BROKEN: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at this address',
  ECONNRESET: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed',
  ETIMEDOUT: 'timed out',
  ECONNABORTED: 'the page cancelled the request',
  ENOTFOUND: 'unknown host',
};

const cache = new WeakMap<
  Exchange,
  { readonly times: RequestTimes | undefined; readonly entries: readonly LogEntry[] }
>();

/**
 * Converts an exchange to log entries: the request and, when it has ended, the response.
 * @param isAgain - whether the same attempt was sent before
 * @param times - when the page sent the request and had the response, if it has reported that
 */
export function toEntries(
  exchange: Exchange,
  reference: string,
  isAgain: boolean,
  times?: RequestTimes,
): readonly LogEntry[] {
  const known = cache.get(exchange);
  if (known && known.times === times) return known.entries;
  const { at, duration } = exchange;
  const [clock, start, took] = times
    ? (['page', times.start, times.end - times.start] as const)
    : (['server', at, duration] as const);
  const entries = [{ ...toRequest(exchange, reference, isAgain), clock, at: start }];
  if (duration !== undefined && took !== undefined) {
    entries.push({ ...toResponse(exchange, reference), clock, at: start + took, duration: took });
  }
  cache.set(exchange, { times, entries });
  return entries;
}

/** The `Idempotency-Key` of a payment. Status requests have it, too, but do not repeat the payment. */
export const keyOf = ({ request: { method, headers } }: Exchange): string | undefined =>
  method === 'POST' ? headers[IDEMPOTENCY_KEY.toLowerCase()] : undefined;

type Untimed = Omit<LogEntry, 'at' | 'clock'>;

function toRequest(exchange: Exchange, reference: string, isAgain: boolean): Untimed {
  const { id, hop, request: sent, duration } = exchange;
  const [kind, source] = HOPS[hop];
  const { amount, currency, payment_method: method, type } = toObject(sent.body);
  const { number } = (method as { card?: { number?: unknown } } | undefined)?.card ?? {};
  const again = isAgain && 'repeated with the same key, by the widget or the browser';
  const parts = [again, type, money(amount, currency), number, duration === undefined && 'pending'];
  return {
    id: `${id} request`,
    kind,
    reference,
    source,
    title: `${sent.method} ${pathOf(sent.path)}`,
    note: parts.filter((part) => typeof part === 'string').join(' · '),
    ...(isAgain && { tone: 'warning' }),
    details: [{ label: 'Request', content: `${sent.method} ${sent.path}` }, ...detailsOf(sent)],
  };
}

function toResponse(exchange: Exchange, reference: string): Untimed {
  const { id, hop, request: sent, response: got, broken } = exchange;
  const [kind, , source] = HOPS[hop];
  const status = got && `${got.status} ${PHRASES[got.status] ?? ''}`.trim();
  const why = broken && `${BROKEN[broken] ?? 'the connection failed'} (${broken})`;
  const replayed = got?.headers[IDEMPOTENCY_REPLAYED.toLowerCase()] === 'true' && 'stored response';
  const parts = [status && why, got && summary(got), replayed, `${sent.method} ${pathOf(sent.path)}`];
  return {
    id: `${id} response`,
    kind,
    reference,
    source,
    title: status ?? `No response: ${why ?? ''}`,
    note: parts.filter((part) => typeof part === 'string').join(' · '),
    tone: toneOf(got?.status, broken),
    details: [{ label: 'Response', content: [status, why].filter(Boolean).join('\n') }, ...(got ? detailsOf(got) : [])],
  };
}

function toneOf(status: number | undefined, broken: string | undefined): Tone {
  if (broken || status === undefined || status >= 500) return 'negative';
  return status >= 300 ? 'warning' : 'positive';
}

/** Summarizes a response: its code or the state of the attempt. */
function summary({ body }: Message): string | undefined {
  const { code, outcome, error, state, status, mode } = toObject(body);
  const inner = (error as { code?: unknown } | null | undefined)?.code;
  const words = [
    state,
    code ?? inner,
    outcome,
    state === undefined && code === undefined ? (status ?? mode) : undefined,
  ];
  return words.filter((word) => typeof word === 'string').join(', ') || undefined;
}

function detailsOf({ headers, body }: Message): Detail[] {
  return [
    ...(body ? [{ label: 'Body', content: pretty(body) }] : []),
    { label: 'Headers', content: Object.entries(headers) },
  ];
}

/** The path without origin, and with a shortened key. */
const pathOf = (path: string): string => path.replace(/^https?:\/\/[^/]+/, '');
