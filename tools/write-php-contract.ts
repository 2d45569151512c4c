import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TITLES } from 'payment-widget-proxy/base/problem';
import { SECURITY_HEADERS } from 'payment-widget-proxy/http/origin';
import { LOG_EVENTS, toText } from 'payment-widget-proxy/log/events';
import { COUNTED_REFUSALS } from 'payment-widget-proxy/log/rare-log';
import { MAX_AMOUNT } from 'payment-widget/contract/amount';
import { acceptableNames, ALIASES } from 'payment-widget/contract/brand-names';
import { addBrands, knownBrands, toRanges } from 'payment-widget/contract/brands';
import { COUNTRIES, postalPatterns } from 'payment-widget/contract/countries';
import { currencyExponent } from 'payment-widget/contract/currency';
import { DOCS, ERRORS } from 'payment-widget/contract/errors';
import { classifyStatus } from 'payment-widget/contract/meaning';
import { MAX_NETWORKS, prefixesOf, WITHOUT_CODE } from 'payment-widget/contract/networks';
import { ACTION_LIMITS } from 'payment-widget/contract/next-action';
import {
  MAX_DESCRIPTION,
  MAX_METADATA_KEY,
  MAX_METADATA_VALUE,
  MAX_ORDER_TOKEN,
  MAX_REFERENCE,
} from 'payment-widget/contract/order';
import { REGIONAL_BRANDS } from 'payment-widget/contract/regional-brands';
import { PROTOTYPE_NAMES } from 'payment-widget/contract/security';

/**
 * Writes the lists of `src/contract` that the proxy in PHP needs, as the PHP package has no JavaScript. With `--check`, it only says
 * whether they are current.
 */

const FILE = join(import.meta.dirname, '../packages/php/resources/contract.json');

addBrands(REGIONAL_BRANDS);

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const currencies = letters
  .flatMap((first) => letters.flatMap((second) => letters.map((third) => first + second + third)))
  .flatMap((code) => (currencyExponent(code) === undefined ? [] : [[code, currencyExponent(code)] as const]));

const statuses = Array.from({ length: 500 }, (_, at) => at + 100)
  .map((status) => [status, classifyStatus(status, { kind: 'none' })] as const)
  .filter(([, meaning]) => !('code' in meaning) || meaning.outcome === 'not_charged')
  .map(([status, meaning]) => [status, 'code' in meaning ? meaning.code : meaning.outcome] as const);

const contract = {
  docs: DOCS,
  errors: Object.fromEntries(Object.entries(ERRORS).map(([code, [outcome]]) => [code, outcome])),
  statuses: Object.fromEntries(statuses),
  limits: {
    amount: MAX_AMOUNT,
    reference: MAX_REFERENCE,
    description: MAX_DESCRIPTION,
    metadata_key: MAX_METADATA_KEY,
    metadata_value: MAX_METADATA_VALUE,
    order_token: MAX_ORDER_TOKEN,
    networks: MAX_NETWORKS,
    action: ACTION_LIMITS,
  },
  forbidden_names: PROTOTYPE_NAMES,
  currencies: Object.fromEntries(currencies),
  brands: knownBrands().map(({ id, ranges, lengths, cvcLength }) => ({ id, ranges, lengths, cvc_length: cvcLength })),
  brand_aliases: ALIASES,
  networks: Object.fromEntries(acceptableNames().map((id) => [id, networkOf(id)])),
  postal_codes: Object.fromEntries(COUNTRIES.map((country) => [country, postalPatterns(country)])),
  not_nfc: notNormalized(),
  titles: TITLES,
  headers: SECURITY_HEADERS,
  log_events: logEvents(),
  counted_refusals: [...COUNTED_REFUSALS],
};

/** What is different in PHP, where each refusal is a line of its own. */
function logEvents() {
  const texts: Readonly<Record<string, string>> = {
    frame_failed: 'The files of the isolated form cannot be read. Check frameFiles.',
    networks_failed:
      'networksOf failed. Shoppers pay without a choice. Its errors are not logged: they may name the card.',
    requests_refused: 'A request was refused. See code.',
  };
  return Object.fromEntries(
    Object.entries(LOG_EVENTS).map(([event, [level, text]]) => [event, [level, texts[event] ?? toText(text)]]),
  );
}

/** `without_code`: ranges of cards that may have no security code, beside its others. */
function networkOf(id: string) {
  const withoutCode = WITHOUT_CODE[id];
  return { ranges: prefixesOf(id), ...(withoutCode !== undefined && { without_code: toRanges(withoutCode) }) };
}

/** Ranges of code points that NFC replaces by others. */
function notNormalized(): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const text = String.fromCodePoint(code);
    if (text.normalize('NFC') === text) continue;
    const last = ranges.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges;
}

const rows = Object.entries(contract).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
const text = `{\n${rows.join(',\n')}\n}\n`;
if (process.argv.includes('--check')) {
  if (readFileSync(FILE, 'utf8') !== text) {
    console.error('packages/php/resources/contract.json is not current: node --import tsx tools/write-php-contract.ts');
    process.exitCode = 1;
  }
} else {
  mkdirSync(join(FILE, '..'), { recursive: true });
  writeFileSync(FILE, text);
}
