const CYRILLIC = 'абвгдђежзијклљмнњопрстћуфхцчџш';
const LATIN = 'a b v g d đ e ž z i j k l lj m n nj o p r s t ć u f h c č dž š'.split(' ');

/** Serbian texts in Latin letters: it has one of them, or two, for each Cyrillic letter. */
export function inLatin<Texts extends object>({ default: texts }: { readonly default: Texts }): { default: Texts } {
  const entries = Object.entries(texts).map(([key, text]) => [
    key,
    String(text).replace(/\p{Script=Cyrillic}/gu, toLatin),
  ]);
  return { default: Object.fromEntries(entries) as Texts };
}

function toLatin(letter: string): string {
  const small = letter.toLowerCase();
  const latin = LATIN[CYRILLIC.indexOf(small)] ?? letter;
  return letter === small ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
}
