import type { FieldName } from '../../src/contract/field-names.js';
import type { Scenario } from '../../src/sandbox/scenarios.js';

/** Values to type into the form, by field. */
export interface Fill {
  readonly label: string;
  readonly values: Partial<Record<FieldName, string>>;
  /** Values for fields that are empty. */
  readonly others?: Partial<Record<FieldName, string>>;
  /** Language of the label, if not English. */
  readonly lang?: string;
}

const YEARS_AHEAD = 4;

/** An expiry date in the future. */
export const goodExpiry = (now = new Date()): string => `12/${(now.getFullYear() + YEARS_AHEAD) % 100}`;
const NAME = { 'cardholder-name': 'Ada Lovelace' } as const;

const card = (label: string, number: string, cvc = '123'): Fill => ({
  label,
  values: { 'card-number': number, 'card-expiry': goodExpiry(), 'card-cvc': cvc },
  others: NAME,
});

/** Published test numbers, one for each brand. The one for Naranja is made up. */
export const BRANDS: readonly Fill[] = [
  card('Visa', '4242424242424242'),
  card('Mastercard', '5555555555554444'),
  card('American Express', '378282246310005', '1234'),
  card('Discover', '6011111111111117'),
  card('Diners Club', '36227206271667'),
  card('JCB', '3530111333300000'),
  card('UnionPay', '6200000000000005'),
  card('Maestro', '6759649826438453'),
  card('Mir', '2200000000000053'),
  card('Elo', '5066991111111118'),
  card('Hiper', '6370950000000005'),
  card('Hipercard', '6062825624254001'),
  card('Troy', '9792072000017956'),
  card('Verve', '5061460410120223210'),
  card('Naranja', '5895620000000002'),
];

/** A card of two networks, and the first eight digits by which they are looked up. */
export const CO_BADGED = { number: '4000002500001001', bin: '40000025', networks: ['cartes-bancaires', 'visa'] };

export const CO_BADGED_CARDS: readonly Fill[] = [card('Cartes Bancaires and Visa', CO_BADGED.number)];

const VISA = '4242424242424242';
const bad = (label: string, invalid: Fill['values']): Fill => ({
  label,
  values: { 'card-number': VISA, 'card-expiry': goodExpiry(), 'card-cvc': '123', ...invalid },
  others: NAME,
});

export const BAD_CARDS: readonly Fill[] = [
  bad('Wrong check digit', { 'card-number': '4242424242424241' }),
  bad('Too short', { 'card-number': '42424242424242' }),
  bad('Too long', { 'card-number': '42424242424242424242' }),
  bad('Letters', { 'card-number': '4242 4242 4242 OOOO' }),
  bad('Unknown brand', { 'card-number': '9999999999999995' }),
  bad('Expired', { 'card-expiry': '01/20' }),
  bad('Month 13', { 'card-expiry': '13/30' }),
  bad('Far future', { 'card-expiry': '12/99' }),
  bad('CVC with 2 digits', { 'card-cvc': '12' }),
  bad('Visa CVC with 4 digits', { 'card-cvc': '1234' }),
  bad('Amex CVC with 3 digits', { 'card-number': '378282246310005' }),
  bad('UnionPay without check digit', { 'card-number': '6200000000000000' }),
  bad('Non-Latin digits', { 'card-number': '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢', 'card-cvc': '１２３' }),
];

const name = (label: string, text: string, lang?: string): Fill => ({
  label,
  values: { 'cardholder-name': text },
  ...(lang && { lang }),
});

export const NAMES: readonly Fill[] = [
  name('Latin', 'Ada Lovelace'),
  name('Arabic', 'فاطمة الزهراء العلوي', 'ar'),
  name('Hebrew', 'דוד בן־גוריון', 'he'),
  name('Arabic and Latin', 'محمد Smith', 'ar'),
  name('Chinese', '王小明', 'zh'),
  name('Japanese', 'さくら　ももこ', 'ja'),
  name('Korean', '김민준', 'ko'),
  name('Devanagari', 'प्रिया शर्मा', 'hi'),
  name('Thai', 'สมชาย ใจดี', 'th'),
  name('Cyrillic', 'Анна Ковалёва', 'ru'),
  name('Greek', 'Ελένη Παπαδοπούλου', 'el'),
  name('Amharic', 'አበበ ቢቂላ', 'am'),
  name('Turkish İ', 'İlkay IŞIK', 'tr'),
  name('Combining marks', 'Jose\u0301 Nu\u0301n\u0303ez Vie\u0323\u0302t'),
  name('Apostrophe, hyphen', 'Seán O’Brien-Łukasiewicz'),
  name('Emoji', 'Ada 👩🏽‍💻 Lovelace'),
  name('One letter', 'O'),
  name('255 characters', `${'Wolfeschlegelsteinhausen '.repeat(10)}Hubert`.slice(0, 255).padEnd(255, 'r')),
  name('256 characters (too long)', `${'Wolfeschlegelsteinhausen '.repeat(10)}Hubert`.slice(0, 256).padEnd(256, 'r')),
  name('Card number', '4242 4242 4242 4242'),
  name('Markup', '<b onclick="alert(1)">Ada</b> & Söhne'),
  name('Direction override', 'Ada \u202Eecalevol'),
];

/** Values for the optional fields. */
export const CONTACTS: readonly Fill[] = [
  {
    label: 'United Kingdom',
    values: {
      email: 'ada@example.com',
      country: 'GB',
      phone: '+44 20 7946 0958',
      'postal-code': 'SW1A 1AA',
    },
  },
  {
    label: 'Germany',
    values: { email: 'käthe@example.de', country: 'DE', phone: '030 23125 000', 'postal-code': '10117' },
  },
  {
    label: 'Japan',
    values: { email: 'sakura@example.jp', country: 'JP', phone: '03-1234-5678', 'postal-code': '100-0001' },
  },
  {
    label: 'Ireland, no postal code',
    values: { email: 'sean@example.ie', country: 'IE', phone: '+353 20 910 0001', 'postal-code': '' },
  },
  {
    label: 'Invalid contacts',
    values: { email: 'ada@', country: 'US', phone: '12', 'postal-code': 'ABC' },
  },
];

/** Values for the fields of a billing address. The country comes first, since it decides about the others. */
export const ADDRESSES: readonly Fill[] = [
  {
    label: 'Illinois, US',
    values: {
      country: 'US',
      'address-line1': '1 Main Street',
      'address-line2': 'Apt 2',
      city: 'Springfield',
      region: 'IL',
      'postal-code': '62701',
    },
  },
  {
    label: 'Berlin, Germany',
    values: { country: 'DE', 'address-line1': 'Unter den Linden 1', 'postal-code': '10117', city: 'Berlin' },
  },
  {
    label: 'Tokyo, Japan',
    values: { country: 'JP', 'postal-code': '100-0001', region: '13', 'address-line1': '千代田区千代田1-1' },
  },
  {
    label: 'Dubai, Emirates',
    values: { country: 'AE', 'address-line1': '1 Sheikh Zayed Road', region: 'DU' },
  },
  {
    label: 'Hong Kong, without a postal code',
    values: { country: 'HK', region: 'Kowloon', 'address-line1': '1 Nathan Road' },
  },
  {
    label: 'Card number as an address',
    values: { country: 'GB', 'address-line1': '4242 4242 4242 4242', city: 'Leeds', 'postal-code': 'LS1 1AA' },
  },
  {
    label: 'Line of 101 characters',
    values: { country: 'GB', 'address-line1': 'x'.repeat(101), city: 'Leeds', 'postal-code': 'LS1 1AA' },
  },
];

export const AMOUNTS: readonly Fill[] = [
  ['25', '25'],
  ['25.00', '25.00'],
  ['1,234.50', '1,234.50'],
  ['1.234 (ambiguous)', '1.234'],
  ['€25', '€25'],
  ['٢٥', '٢٥'],
  ['0', '0'],
].map(([label = '', amount = '']) => ({ label, values: { amount } }));

export const scenarioFill = ({ label, card: number }: Scenario): Fill => card(label, number);
