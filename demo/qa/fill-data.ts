import type { FieldName } from 'payment-widget/contract/field-names';

export interface Fill {
  readonly label: string;
  readonly values: Partial<Record<FieldName, string>>;
}

const YEARS_AHEAD = 4;

/** An expiry date in the future. */
const EXPIRY = `12/${(new Date().getFullYear() + YEARS_AHEAD) % 100}`;
const VISA = '4242424242424242';

export const cardFill = (label: string, number: string, invalid: Fill['values'] = {}): Fill => ({
  label,
  values: {
    'card-number': number,
    'card-expiry': EXPIRY,
    'card-cvc': label === 'American Express' ? '1234' : '123',
    'cardholder-name': 'Ada Lovelace',
    ...invalid,
  },
});

const nameFill = (label: string, name: string): Fill => ({ label, values: { 'cardholder-name': name } });

/** The country comes first, since it decides about the other fields. */
const addressFill = (label: string, country: string, code: string, others: Fill['values']): Fill => ({
  label,
  values: { country, 'postal-code': code, email: 'ada@example.com', ...others },
});

/** A card of two networks, and the first eight digits by which they are looked up. */
export const CO_BADGED = { number: '4000002500001001', bin: '40000025', networks: ['cartes-bancaires', 'visa'] };

export const FILLS: Readonly<Record<string, readonly Fill[]>> = {
  // Published test numbers. The one for Naranja is made up.
  'Cards by brand': [
    cardFill('Visa', VISA),
    cardFill('Mastercard', '5555555555554444'),
    cardFill('American Express', '378282246310005'),
    cardFill('Discover', '6011111111111117'),
    cardFill('Diners Club', '36227206271667'),
    cardFill('JCB', '3530111333300000'),
    cardFill('UnionPay', '6200000000000005'),
    cardFill('Maestro', '6759649826438453'),
    cardFill('Mir', '2200000000000053'),
    cardFill('Elo', '5066991111111118'),
    cardFill('Hiper', '6370950000000005'),
    cardFill('Hipercard', '6062825624254001'),
    cardFill('Troy', '9792072000017956'),
    cardFill('Verve', '5061460410120223210'),
    cardFill('Naranja', '5895620000000002'),
    cardFill('Cartes Bancaires and Visa', CO_BADGED.number),
    cardFill('Bancontact without a code', '6703444444444449', { 'card-cvc': '' }),
  ],
  'Invalid and unusual cards': [
    cardFill('Wrong check digit', '4242424242424241'),
    cardFill('Too short', '42424242424242'),
    cardFill('Too long', '42424242424242424242'),
    cardFill('Letters', '4242 4242 4242 OOOO'),
    cardFill('Unknown brand', '9999999999999995'),
    cardFill('UnionPay without check digit', '6200000000000000'),
    cardFill('Expired', VISA, { 'card-expiry': '01/20' }),
    cardFill('Month 13', VISA, { 'card-expiry': '13/30' }),
    cardFill('Far future', VISA, { 'card-expiry': '12/99' }),
    cardFill('CVC with 2 digits', VISA, { 'card-cvc': '12' }),
    cardFill('Visa CVC with 4 digits', VISA, { 'card-cvc': '1234' }),
    cardFill('Amex CVC with 3 digits', '378282246310005'),
    cardFill('Non-Latin digits', '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢', { 'card-cvc': '１２３' }),
  ],
  Names: [
    nameFill('Arabic', 'فاطمة الزهراء العلوي'),
    nameFill('Arabic and Latin', 'محمد Smith'),
    nameFill('Chinese', '王小明'),
    nameFill('Devanagari', 'प्रिया शर्मा'),
    nameFill('Cyrillic', 'Анна Ковалёва'),
    nameFill('Combining marks', 'Jose\u0301 Nu\u0301n\u0303ez Vie\u0323\u0302t'),
    nameFill('Apostrophe, hyphen', 'Seán O’Brien-Łukasiewicz'),
    nameFill('Emoji', 'Ada 👩🏽‍💻 Lovelace'),
    nameFill('256 characters', 'Wolfeschlegelsteinhausen '.repeat(11).slice(0, 255).padEnd(256, 'r')),
    nameFill('Card number', '4242 4242 4242 4242'),
    nameFill('Markup', '<b onclick="alert(1)">Ada</b> & Söhne'),
    nameFill('Direction override', 'Ada \u202Eecalevol'),
  ],
  'Contacts and addresses': [
    addressFill('Illinois, US', 'US', '62701', { 'address-line1': '1 Main Street', city: 'Springfield', region: 'IL' }),
    addressFill('Berlin, Germany', 'DE', '10117', { 'address-line1': 'Unter den Linden 1', city: 'Berlin' }),
    addressFill('Tokyo, Japan', 'JP', '100-0001', { region: '13', 'address-line1': '千代田区千代田1-1' }),
    addressFill('Ireland, no postal code', 'IE', '', { phone: '+353 20 910 0001' }),
    addressFill('Invalid contacts', 'US', 'ABC', { email: 'ada@', phone: '12' }),
  ],
};
