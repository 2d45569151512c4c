import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fenced } from './markdown.js';

/** Languages of fenced blocks, by the end of a file's name. Others are the end itself. */
const LANGUAGES: Readonly<Record<string, string>> = {
  mjs: 'js',
  py: 'python',
  sh: 'sh',
  yml: 'yaml',
  conf: 'nginx',
};

/** Lines that matter to tools, and not to the reader. */
const DIRECTIVE =
  /(?:eslint|prettier-ignore|stylelint|@ts-expect-error|@ts-ignore|biome-ignore|noqa|phpcs|svelte-ignore)/;

/** A comment that opens or closes a region, in any language. */
const REGION = /^\s*(?:\/\/|\/\*|<!--|#|--)\s*#(?:end)?region\b/;

export const fileBlocks = {
  /** `file PATH [#region]`: a fenced block with a file of the repository. */
  file(path = '', region = ''): string {
    const text = readFileSync(path, 'utf8');
    const shown = region ? cutRegion(text, region.replace(/^#/, ''), path) : text;
    return fenced(languageOf(path), tidy(shown));
  },
};

function languageOf(path: string): string {
  const end = extname(path).slice(1);
  return LANGUAGES[end] ?? end;
}

/** The lines between the comments of a region. */
function cutRegion(text: string, name: string, path: string): string {
  const lines = text.split('\n');
  const isMarker = (line: string, word: string) =>
    REGION.test(line) && new RegExp(`#${word} ${name}(?![\\w-])`).test(line);
  const from = lines.findIndex((line) => isMarker(line, 'region'));
  const to = lines.findIndex((line) => isMarker(line, 'endregion'));
  if (from < 0 || to < from) throw new Error(`${path} has no region "${name}".`);
  return lines.slice(from + 1, to).join('\n');
}

/** Removes comments for tools, and the common indentation. */
function tidy(text: string): string {
  const lines = text.split('\n').filter((line) => !REGION.test(line) && !isDirective(line));
  const indents = lines.filter((line) => line.trim()).map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
  const indent = Math.min(...indents);
  return lines
    .map((line) => line.slice(indent))
    .join('\n')
    .replace(/^\n+|\n+$/g, '');
}

/** Whether a line has nothing but a comment for a tool. */
function isDirective(line: string): boolean {
  return /^\s*(?:\/\/|\/\*|<!--|#)/.test(line) && DIRECTIVE.test(line);
}
