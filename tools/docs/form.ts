import { addressParts, isPartRequired } from '../../src/card/address.js';
import { addBrands, knownBrands } from '../../src/card/brand-table.js';
import { REGIONAL_BRANDS } from '../../src/card/regional-brands.js';
import { DEFAULT_FIELDS, REQUIRED_FIELDS } from '../../src/contract/field-names.js';
import { FIELD_NAMES } from '../../src/contract/optional-field-names.js';
import { ADDRESS_DEFINITIONS } from '../../src/form/address-definitions.js';
import { FIELDS } from '../../src/form/fields.js';
import { OPTIONAL_DEFINITIONS } from '../../src/form/optional-definitions.js';
import { ENGLISH } from '../../src/i18n/messages.js';
import { OPTIONAL_ENGLISH } from '../../src/i18n/optional-messages.js';
import { FILE_PURPOSES } from '../file-purposes.js';
import { code, table } from './markdown.js';

/** Tables of what the form knows. */
export const formBlocks = {
  fields: () => {
    const texts: Readonly<Record<string, string>> = { ...ENGLISH, ...OPTIONAL_ENGLISH };
    const definitions = { ...FIELDS, ...OPTIONAL_DEFINITIONS, ...ADDRESS_DEFINITIONS };
    const defaults = DEFAULT_FIELDS.split(' ');
    return table(
      ['Field', 'Label in English', 'In a form', '`autocomplete`'],
      FIELD_NAMES.map((name) => [
        code(name),
        texts[definitions[name].label] ?? '',
        REQUIRED_FIELDS.includes(name) ? 'always' : defaults.includes(name) ? 'by default' : 'optional',
        code(definitions[name].autocomplete),
      ]),
    );
  },

  /** Card networks. */
  cards: () => {
    const international = knownBrands().length;
    addBrands(REGIONAL_BRANDS);
    const brands = knownBrands();
    const regional = brands.slice(0, -international);
    return table(
      ['Network', '`brand`', 'Digits', 'Security code'],
      [...brands.slice(-international), ...regional].map(({ name, id, lengths, cvcLength }) => [
        name,
        code(id),
        range(lengths),
        `${cvcLength} digits`,
      ]),
    );
  },

  /** Addresses of some countries. */
  addresses: () => {
    const names = new Intl.DisplayNames('en', { type: 'region' });
    return table(
      ['Country', 'Fields'],
      ['AE', 'AU', 'BR', 'CA', 'CN', 'DE', 'ES', 'FR', 'GB', 'HK', 'IE', 'IN', 'IT', 'JP', 'MX', 'US'].map(
        (country) => [
          names.of(country) ?? country,
          addressParts(country, 'en')
            .map((part) => `${code(part)}${isPartRequired(part, country) ? ' \\*' : ''}`)
            .join(', '),
        ],
      ),
    );
  },

  /** Files of `dist/browser`. */
  files: () =>
    table(
      ['File', 'Purpose'],
      Object.entries(FILE_PURPOSES).map(([file, purpose]) => [code(file), purpose.replace('<payment-widget>', '`$&`')]),
    ),
};

/** `16`, `16 to 19`, or `14, 16 or 19`. */
function range(lengths: readonly number[]): string {
  const [first = 0] = lengths;
  const last = lengths.at(-1) ?? first;
  if (first === last) return String(first);
  const isDense = lengths.length === last - first + 1 && lengths.length > 2;
  return isDense ? `${first} to ${last}` : `${lengths.slice(0, -1).join(', ')} or ${last}`;
}
