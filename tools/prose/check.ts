import { extract, type Passage } from './extract.js';
import { findPhrases } from './rules.js';

/** A phrase or a sentence to rewrite. */
export interface Finding {
  readonly line: number;
  readonly column: number;
  readonly found: string;
  readonly advice: string;
}

/** Longer sentences of the documentation have to be read twice. */
export const MAX_WORDS = 30;

/** Checks the texts of a file: documentation, copy, comments and string literals. */
export function checkProse(path: string, source: string): readonly Finding[] {
  const lines = lineStarts(source);
  const at = (position: number) => {
    const line = lines.findLastIndex((start) => start <= position);
    return { line: line + 1, column: position - (lines[line] ?? 0) + 1 };
  };
  return extract(path, source)
    .flatMap((passage) => [...phrases(passage), ...longSentences(passage)])
    .sort((a, b) => a.position - b.position)
    .map(({ position, found, advice }) => ({ ...at(position), found: found.replace(/\s+/g, ' ').trim(), advice }));
}

interface Match {
  readonly position: number;
  readonly found: string;
  readonly advice: string;
}

function phrases({ start, text }: Passage): Match[] {
  return findPhrases(text).map(({ index, ...rest }) => ({ position: start + index, ...rest }));
}

function longSentences({ kind, start, text }: Passage): Match[] {
  if (kind !== 'documentation') return [];
  return Array.from(text.matchAll(/[^]+?(?:[.!?]["”’)*_]*(?=\s)|$)/g)).flatMap(({ 0: sentence, index }) => {
    const words = sentence.match(/[\p{L}\p{N}\u{FFFC}][^\s]*/gu) ?? [];
    if (words.length <= MAX_WORDS) return [];
    const position = start + index + sentence.search(/\S/);
    return [
      { position, found: `${words.slice(0, 5).join(' ')} …`, advice: `${words.length} words. Split the sentence.` },
    ];
  });
}

function lineStarts(source: string): readonly number[] {
  return [0, ...Array.from(source.matchAll(/\n/g), ({ index }) => index + 1)];
}
