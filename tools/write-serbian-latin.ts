import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

/** `node --import tsx tools/write-serbian-latin.ts` writes the Serbian texts in Latin letters from those in Cyrillic. */

const CYRILLIC = 'абвгдђежзијклљмнњопрстћуфхцчџш';
const LATIN = 'a b v g d đ e ž z i j k l lj m n nj o p r s t ć u f h c č dž š'.split(' ');

/** Serbian has one Latin letter, or two, for each Cyrillic one. */
export function inLatin(text: string): string {
  return text.replace(/\p{Script=Cyrillic}/gu, (letter) => {
    const small = letter.toLowerCase();
    const latin = LATIN[CYRILLIC.indexOf(small)] ?? letter;
    return letter === small ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
  });
}

if (process.argv[1]?.endsWith('write-serbian-latin.ts')) {
  const code = inLatin(readFileSync('src/i18n/locales/sr.ts', 'utf8')).replace('in Cyrillic', 'in Latin letters');
  const path = 'src/i18n/locales/sr-Latn.ts';
  writeFileSync(path, await format(code, { ...(await resolveConfig(path)), filepath: path }));
}
