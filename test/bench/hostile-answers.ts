/**
 * Measures the CPU time that one hostile answer of the service costs the proxy, from reading to redaction:
 * `node --import tsx test/bench/hostile-answers.ts`. With a part of a name, measures the answers whose name contains it.
 */
import { createPaymentProxy } from '../../src/proxy/index.js';
import { createMemoryStore } from '../../src/proxy/attempts/stores/memory.js';
import { API_KEY, newKey, paymentRequest } from '../support/node-proxy.js';
import { CVC, PAN, samplePayment } from '../support/sample-payment.js';

const MIB = 1024 * 1024;
/** The largest answer that is redacted. */
const LIMIT = 64 * 1024;
const ROUNDS = 5;

const fill = (part: string, length: number) => part.repeat(Math.max(1, Math.floor(length / part.length)));
const inString = (part: string) => (length: number) =>
  JSON.stringify(fill(part, (length - 2) / (part === '"' ? 2 : 1)));
const inList = (part: string) => (length: number) => `[${fill(`${part},`, length - part.length - 2)}${part}]`;
const nested = (open: string, close: string) => (length: number) => {
  const depth = Math.floor((length - 1) / (open.length + close.length));
  return open.repeat(depth) + '1' + close.repeat(depth);
};
/** Members whose names differ. */
const inObject = (part: (index: number) => string) => (length: number) => {
  const parts: string[] = [];
  for (let size = 2; size + 64 < length; size += (parts.at(-1)?.length ?? 0) + 1) parts.push(part(parts.length));
  return `{${parts.join()}}`;
};
const spread = (separator: string) => Array.from(PAN).join(separator);

const HOSTILE: Readonly<Record<string, (length: number) => string>> = {
  'digits in a list: [4,2,4,2…]': inList('4,2'),
  'lists of the security code, under cvc': (length) => `{"cvc":${inList(`[${CVC}]`)(length - 8)}}`,
  'objects nested under cvc': nested('{"cvc":', '}'),
  'many objects nested under cvc': inList(`${'{"cvc":'.repeat(40)}"${CVC}"${'}'.repeat(40)}`),
  'lists nested': nested('[', ']'),
  'members with different names': inObject((index) => `"a${index}":${index}`),
  'members with the same name': (length) => `{${inList('"cvc":1')(length).slice(1, -1)}}`,
  'members named by numbers': inObject((index) => `"${PAN.slice(1)}${index}":"${CVC}"`),
  'one string of digits': inString('42'),
  'one number of digits': (length) => '4'.repeat(length),
  'digits with separators': inString('4...'),
  'almost the card number': inString(`${spread(' . ').slice(0, -1)}x`),
  'the card number, with separators': inString(`${spread(' . ')}x`),
  'the security code beside the card number': (length) => `["${PAN}",${inList(`"${CVC}"`)(length - 22).slice(1)}`,
  'the card number as numbers': inList(PAN),
  'percent signs': inString('%'),
  'percent encoding': inString('%34'),
  'percent encoding of percent encoding': inString('%25'),
  'the start of the API key': inString(API_KEY.slice(0, -1)),
  'the API key': inString(API_KEY),
  quotes: (length) => '"'.repeat(length),
  'escaped quotes': inString('"'),
  'an unterminated string of escapes': (length) => `"${'\\"'.repeat(length / 2 - 1)}`,
  'white space': (length) => `${' '.repeat(length - 2)}{}`,
};

/** Within the limits: 64 KiB, 1,000 values and 100 levels. */
const EXPENSIVE = [`%34${PAN.slice(1)} `, `${spread(' . ')}cvc `, '4 . ', `${API_KEY.slice(0, -1)}%`, `${CVC}cvc%`];
const WITHIN: Readonly<Record<string, (length: number) => string>> = {
  ...HOSTILE,
  ...Object.fromEntries(
    EXPENSIVE.map((part): [string, (length: number) => string] => [
      `many members, names and values of "${part}"`,
      (length) => {
        const text = fill(part, length / 1000 / 2 - 6);
        const count = Math.min(990, Math.floor(length / (2 * text.length + 9)));
        return `{${Array.from({ length: count }, (_, index) => `"${index}${text}":"${text}"`).join()}}`;
      },
    ]),
  ),
  '990 values at 100 levels': () =>
    `[${Array(11)
      .fill(`${'{"cvc":'.repeat(89)}"${PAN}"${'}'.repeat(89)}`)
      .join()}]`,
  '30,000 values before a second member of the same name': (length) => `{"a":${inList('1')(length - 14)},"a":1}`,
};

function ofPieces(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, ++at));
      else controller.close();
    },
  });
}

interface Measured {
  readonly status: number;
  /** CPU time in ms, of all rounds in ascending order. */
  readonly times: readonly number[];
}

/** @param isInPieces - whether each byte is a chunk of its own */
async function measure(text: string, isInPieces = false): Promise<Measured> {
  const bytes = new TextEncoder().encode(text);
  const headers = { 'Content-Type': 'application/json' };
  let body: BodyInit = bytes;
  const proxy = createPaymentProxy({
    baseUrl: 'https://service.example',
    apiKey: API_KEY,
    mode: 'test',
    trustBrowserAmount: true,
    store: createMemoryStore(),
    limits: { requestsPerMinute: false, attemptsPerReference: false, attemptsPerClient: false },
    fetch: () => Promise.resolve(new Response(body, { headers })),
    logger: () => undefined,
  });
  const times: number[] = [];
  let status = 0;
  do {
    if (isInPieces) body = ofPieces(bytes);
    const payment = samplePayment({ reference: `order-${crypto.randomUUID()}` });
    const request = paymentRequest('https://shop.example/pay', payment, { 'Idempotency-Key': newKey() });
    const before = process.cpuUsage();
    ({ status } = await proxy(request));
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  } while (times.length < ROUNDS && (times[0] ?? 0) < 1000);
  return { status, times: times.sort((one, other) => one - other) };
}

const ms = (time = 0) => time.toFixed(1).padStart(9);
function report(name: string, { status, times }: Measured): void {
  console.log(`${ms(times[0])} ${ms(times.at(-1))}  ${status}  ${name}`);
}

const [wanted = ''] = process.argv.slice(2);
await measure('{}'); // loads and compiles
for (const [title, cases, length] of [
  ['1 MiB', HOSTILE, MIB],
  ['64 KiB', WITHIN, LIMIT],
] as const) {
  console.log(`\n${title}: least and most ms of CPU, status, answer`);
  for (const [name, create] of Object.entries(cases)) {
    if (name.includes(wanted)) report(name, await measure(create(length)));
  }
}
const pieces = 'one byte per chunk';
if (pieces.includes(wanted)) report(pieces, await measure(inString('4')(LIMIT), true));
