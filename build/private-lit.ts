import type { Plugin } from 'vite';
import { TRUSTED_TYPES_POLICY } from './strict-page.js';

/**
 * What the script changes in its own copy of Lit, so that it gets on with the page's. Each has to be found: with a version
 * of Lit that is written in another way the build fails, rather than that a page does.
 */
const CHANGES: readonly (readonly [file: RegExp, from: string | RegExp, to: string])[] = [
  // A page that lists its policies lets a name be used once, and its own Lit may have this one.
  [/\/lit-html\/lit-html\.js$/, 'createPolicy("lit-html"', `createPolicy("${TRUSTED_TYPES_POLICY}"`],
  // Listeners are given as their own options, and those have what a script has put into Object.prototype.
  [/\/lit-html\/lit-html\.js$/, 'addEventListener(this.name,this,t)', 'addEventListener(this.name,this)'],
  // A development version of the page's Lit would warn of two; this one is nobody else's.
  [/\/lit-html\/lit-html\.js$/, /\(t\.litHtmlVersions\?\?=\[\]\)\.push\("[^"]+"\)/, '0'],
  [/\/lit-element\/lit-element\.js$/, /\(\w\.litElementVersions\?\?=\[\]\)\.push\("[^"]+"\)/, '0'],
  [/\/reactive-element\/reactive-element\.js$/, /\(\w\.reactiveElementVersions\?\?=\[\]\)\.push\("[^"]+"\)/, '0'],
];

/** Gives the script a Lit of its own. */
export function privateLit(): Plugin {
  const missing = new Set(CHANGES);
  return {
    name: 'private-lit',
    transform(code, id) {
      let changed = code;
      for (const change of CHANGES) {
        const [file, from, to] = change;
        const found = typeof from === 'string' ? changed.includes(from) : from.test(changed);
        if (!file.test(id) || !found) continue;
        changed = changed.replace(from, to);
        missing.delete(change);
      }
      return changed === code ? undefined : { code: changed, map: null };
    },
    buildEnd(error) {
      if (error) return;
      for (const [file, from] of missing) this.error(`Lit is not as expected: ${String(file)} lacks ${String(from)}`);
    },
  };
}
