import type { Plugin } from 'vite';

/** A table of languages as it is written in the sources, where bundlers find each file by its name. */
const TABLE = /\{(?:\s*["\w-]+: \(\) => import\("(\.\/[\w/]+\/)[\w-]+\.js"\),?)+\s*\}/;

/**
 * Makes a table of languages out of their tags in what is loaded without a bundler: every file is named after its tag, so that
 * one address, made when it is asked for, stands for 31.
 */
export const shortTables: Plugin = {
  name: 'short-tables',
  transform(code, id) {
    if (!/\/src\/i18n\/(optional-)?languages\.ts/.test(id)) return undefined;
    const short = code.replace(TABLE, (table: string, folder: string) => {
      const tags = Array.from(table.matchAll(/([\w-]+)\.js/g), ([, tag]) => tag).join(' ');
      const load = `() => import(/* @vite-ignore */ \`${folder.replace('optional', 'extras')}\${tag}.js\`)`;
      return `{ ...Object.fromEntries("${tags}".split(" ").map((tag) => [tag, ${load}])) }`; // an object as others are
    });
    if (short === code) this.error(`${id} has no table of languages that can be made short.`);
    return { code: short, map: null };
  },
};
