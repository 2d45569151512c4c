import { randomBytes, randomInt } from 'node:crypto';

/** A unique card: any trace of it comes from the form. */
export interface CanaryCard {
  readonly pan: string;
  readonly cvc: string;
  /** 1 to 9: written with its zero it begins with one. */
  readonly month: number;
  readonly year: number;
}

const KINDS = { visa: ['4', 16], amex: ['37', 15] } as const;

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');

/**
 * Creates a unique card. Its short parts (security code, month, middle digits) start with a zero, and its year is far
 * away, so that no port, status, length, time or amount looks like them.
 */
export function createCard(kind: keyof typeof KINDS): CanaryCard {
  const [prefix, length] = KINDS[kind];
  const body = `${prefix}${digits(6 - prefix.length)}0${digits(length - 11)}${randomInt(100, 1000)}`;
  const sum = Array.from(body, Number).reverse();
  const total = sum.reduce((all, digit, at) => all + (at % 2 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0);
  const cvc = kind === 'amex' ? `0${digits(3)}` : `0${digits(2)}`;
  return { pan: body + String((10 - (total % 10)) % 10), cvc, month: randomInt(1, 10), year: 2037 };
}

/** A unique API key in the usual format of payments services. */
export const createKey = (prefix = 'sk_live_'): string => prefix + randomBytes(24).toString('hex');

/** What can be found of a card. `digits`: more of the number than a receipt may show (the first six and the last four). */
export type Trace = 'number' | 'digits' | 'code' | 'expiry' | 'key';

/** A recorded text, and where it was recorded. */
export interface Evidence {
  readonly place: string;
  readonly text: string;
}

/** Traces by place, in alphabetical order. */
export type Found = Readonly<Record<string, readonly Trace[]>>;

export function findByPlace(
  evidence: readonly Evidence[],
  card: CanaryCard | undefined,
  keys: readonly string[],
): Found {
  const found: Record<string, Set<Trace>> = {};
  const texts = new Map(evidence.map((piece) => [`${piece.place} ${piece.text}`, piece])); // without duplicates
  for (const { place, text } of texts.values()) {
    for (const trace of findCanary(text, card, keys)) (found[place] ??= new Set()).add(trace);
  }
  return Object.fromEntries(Object.entries(found).map(([place, traces]) => [place, [...traces].sort()]));
}

const MARKS = '[^\\p{L}\\p{N}]{1,3}';
const BETWEEN_DIGITS = new RegExp(`(?<=\\d)${MARKS}(?=\\d)`, 'gu');
/** How many layers of encoding are decoded. */
const LAYERS = 2;

/** Traces of a card and of keys in a text, in any known encoding. */
export function findCanary(text: string, card: CanaryCard | undefined, keys: readonly string[] = []): Trace[] {
  const all = readings(text);
  const found = card ? Object.entries(patternsOf(card)).filter(([, isIn]) => all.some(isIn)) : [];
  const hasKey = keys.flatMap(piecesOfKey).some((piece) => all.some((reading) => reading.includes(piece)));
  return [...found.map(([trace]) => trace as Trace), ...(hasKey ? (['key'] as const) : [])];
}

function patternsOf({ pan, cvc, month, year }: CanaryCard): Record<Exclude<Trace, 'key'>, (text: string) => boolean> {
  // Nine digits in a row are not a coincidence. Seven or eight must be delimited, since hashes contain any seven digits.
  const long = windows(pan, 9);
  const short = new RegExp(
    `(?<![\\w.-])(?:${[...windows(pan, 7), ...windows(pan, 8), middleOf(pan)].join('|')})(?![\\w-])`,
  );
  const asNumber = Number(cvc) < 10 ? cvc : `0*${Number(cvc)}`;
  const code = new RegExp(`(?<![\\w.-])${cvc}(?![\\w-])|c[vs][cv]2?\\W{1,4}${asNumber}(?!\\d)`, 'i');
  const [mm, yy] = [`0${month}`, year % 100];
  const expiry = new RegExp(
    `(?<![\\w.:-])${mm}[\\s/.–|_-]{0,3}(?:20)?${yy}(?![\\w-])|(?<![\\w.:-])${year}[\\s/.–|_-]{0,3}${mm}(?![\\w-])` +
      `|month\\W{1,5}0?${month}(?!\\d).{0,40}year\\W{1,5}(?:20)?${yy}(?!\\d)`,
    'i',
  );
  const anyDigits = (text: string) => [text, joined(text)].some((one) => long.some((part) => one.includes(part)));
  return {
    number: (text) => text.includes(pan) || joined(text).includes(pan),
    digits: (text) => anyDigits(text) || short.test(text) || short.test(joined(text)),
    code: (text) => code.test(text),
    expiry: (text) => expiry.test(text),
  };
}

/** Removes separators between digits. */
const joined = (text: string) => text.replace(BETWEEN_DIGITS, '');

const windows = (text: string, size: number) =>
  Array.from({ length: text.length - size + 1 }, (_, start) => text.slice(start, start + size));

/** The digits that a receipt masks. */
const middleOf = (pan: string) => pan.slice(6, -4).padEnd(5, pan.slice(-4)); // only three of 13 digits

/** Pieces of eight characters, so that any sixteen in a row contain one. Without the prefix, which many texts contain. */
const piecesOfKey = (key: string) => key.slice(-40).match(/.{8}/g) ?? [];

const known = new Map<string, readonly string[]>();

/** A text and its decodings: URL, JSON in JSON, HTML, Base64. */
function readings(text: string): readonly string[] {
  const before = known.get(text);
  if (before) return before;
  let layer = [text];
  const all = new Set(layer);
  for (let count = 0; count < LAYERS; count++) {
    layer = layer.flatMap(decodings).filter((reading) => reading.length > 3 && !all.has(reading));
    for (const reading of layer) all.add(reading);
  }
  known.set(text, [...all]);
  return [...all];
}

const CODES = /%([\da-f]{2})|\\u([\da-f]{4})|\\x([\da-f]{2})|&#x([\da-f]{1,6});|&#(\d{1,7});/gi;

function decodings(text: string): string[] {
  const plain = text.replace(CODES, (code, ...groups: (string | undefined)[]) => {
    const point = groups[4] ? Number(groups[4]) : parseInt(groups.slice(0, 4).find(Boolean) ?? '', 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : code;
  });
  const escaped = text.replace(/\\(["\\/])/g, '$1');
  // Base64 may start at any of four offsets.
  const base64 = (text.match(/[\w+/-]{11,}/g) ?? []).flatMap((run) =>
    [0, 1, 2, 3].flatMap((start) => printable(Buffer.from(run.slice(start), 'base64url'))),
  );
  return [plain, escaped, base64.join('\n')];
}

/** Printable runs within bytes. Shorter ones occur in random bytes. */
export function printable(bytes: Buffer, shortest = 7): string[] {
  return bytes.toString('latin1').match(new RegExp(`[\\t\\n\\r\\x20-\\x7e]{${shortest},}`, 'g')) ?? [];
}
