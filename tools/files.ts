import { PARTS, type Part } from '../src/contract/parts.js';

/** The files of `dist/browser`. `HASH` stands for eight hexadecimal digits. A file without a row stops the build. */
export const FILES: Readonly<Record<string, Pick<Part, 'purpose' | 'loaded' | 'ifMissing'>>> = {
  'payment-widget.js': {
    purpose: 'Defines <payment-widget> and shows the payment form.',
    loaded: 'by the script in your page',
    ifMissing: 'the text inside the element instead of the form',
  },
  'payment-widget.css': {
    purpose: 'Keeps room for the form, and shows the text inside the element only if the script is late.',
    loaded: 'by the link in your page',
    ifMissing: 'the text inside the element flashes until the script is loaded',
  },
  'form.css': {
    purpose: 'The styles of the form that a page sends in its HTML.',
    loaded: 'by a [form in the HTML](form-in-html.md)',
    ifMissing: 'that form has no styles until the script is loaded',
  },
  'frame.js': {
    purpose: 'The form in the frame of isolated mode.',
    loaded: 'in the frame of isolated mode, from the proxy',
    ifMissing: 'no form: [`frame_unavailable`](errors.md#frame_unavailable)',
  },
  ...Object.fromEntries(Object.entries(PARTS).map(([name, part]) => [`${name}-HASH.js`, part])),
};

const HASH = /-[\da-f]{8}(?=\.js\b)/;

export function purposeOf(file: string): string | undefined {
  const name = file
    .replace(HASH, '-HASH')
    .replace(/^locales\/.+(?=-)/, 'locales/LANGUAGE')
    .replace(/^regions\/.+(?=-)/, 'regions/COUNTRY');
  return FILES[name]?.purpose;
}

/** Returns the name of a file without the hash of its content. */
export function plainName(file: string): string {
  return file.replace(HASH, '');
}

/** The end of a part's name that stands for each of its files. */
const VARIABLE = /[A-Z]+$/;

/** The name of the part that starts with this module, such as `locales/de`. */
export function partOf(module: string): string | undefined {
  for (const [name, part] of Object.entries<Part>(PARTS)) {
    const found = new RegExp(`/src/${part.module.replace(VARIABLE, '(.+)')}\\.ts\\b`).exec(module);
    if (found) return name.replace(VARIABLE, found[1] ?? '');
  }
  return undefined;
}
