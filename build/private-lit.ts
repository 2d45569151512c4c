import type { Plugin } from 'vite';
import { TRUSTED_TYPES_POLICY } from './strict-page.js';

/**
 * Sheets that are made when the first form is drawn: every browser in which the element runs can adopt them, and nothing is
 * filled into its styles. Sheets of a class that extends it are adopted as they are.
 */
const ADOPTED_STYLES = `
  export const css = (strings) => {
    let sheet;
    return {
      get styleSheet() {
        if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(strings[0]);
        return sheet;
      },
    };
  };
  export const getCompatibleStyle = (style) => style;
  export const adoptStyles = (root, styles) => {
    root.adoptedStyleSheets = styles.map((style) => style.styleSheet ?? style);
  };
  export const CSSResult = undefined, supportsAdoptingStyleSheets = true, unsafeCSS = undefined;
`;

/**
 * What the script changes in its own copy of Lit, so that it gets on with the page. Each has to be found: with a
 * version that is written in another way the build fails, rather than that a page does.
 */
const CHANGES: readonly (readonly [file: RegExp, from: string | RegExp, to: string])[] = [
  // A page that lists its policies lets a name be used once, and its own Lit may have this one.
  [/\/lit-html\/lit-html\.js$/, 'createPolicy("lit-html"', `createPolicy("${TRUSTED_TYPES_POLICY}"`],
  // Listeners are given as their own options, and those have what a script has put into Object.prototype.
  [/\/lit-html\/lit-html\.js$/, 'addEventListener(this.name,this,t)', 'addEventListener(this.name,this)'],
  [/\/lit-html\/lit-html\.js$/, '||t.capture!==s.capture||t.once!==s.once||t.passive!==s.passive', ''],
  // A development version of the page's Lit would warn of two; this one is nobody else's.
  [/\/lit-html\/lit-html\.js$/, /\(t\.litHtmlVersions\?\?=\[\]\)\.push\("[^"]+"\)/, '0'],
  [/\/lit-element\/lit-element\.js$/, /\(\w\.litElementVersions\?\?=\[\]\)\.push\("[^"]+"\)/, '0'],
  [/\/reactive-element\/reactive-element\.js$/, /\(\w\.reactiveElementVersions\?\?=\[\]\)\.push\("[^"]+"\)/, '0'],
  // What hooks into Lit is looked for on the global object, which has what a script has put into Object.prototype.
  [/\/lit-html\/lit-html\.js$/, 't.litHtmlPolyfillSupport', 'void 0'],
  [/\/lit-element\/lit-element\.js$/, /\w\.litElementHydrateSupport/, '(void 0)'],
  [/\/lit-element\/lit-element\.js$/, /\w\.litElementPolyfillSupport/, 'void 0'],
  [/\/reactive-element\/reactive-element\.js$/, /\w\.reactiveElementPolyfillSupport/, 'void 0'],
  [/\/reactive-element\/reactive-element\.js$/, /\w\.litPropertyMetadata\?\?=new WeakMap/, '0'],
  [/\/reactive-element\/reactive-element\.js$/, 'litPropertyMetadata.get(t)', 'void 0'],
  [/\/reactive-element\/reactive-element\.js$/, 'Symbol.metadata??=Symbol("metadata")', '0'],
  [/\/reactive-element\/reactive-element\.js$/, 'const t=this[Symbol.metadata]', 'const t=null'],
  // So has a list, a listener and a root that are asked whether they are something else.
  [/\/lit-html\/lit-html\.js$/, 'void 0!==t._$litType$', 'Object.hasOwn(t,"_$litType$")'],
  [/\/lit-html\/lit-html\.js$/, 'void 0!==t.nodeType', 't instanceof Node'],
  // So has a value that is asked whether it is a directive. No template has one, and the build fails if one comes to have.
  [/\/lit-html\/lit-html\.js$/, /function M\(t,i,s=t,e\)\{.*?\}(?=class)/, 'function M(t,i){return i}'],
  [/\/lit-html\/lit-html\.js$/, 'let h=e._$litPart$', 'let h=C.get(e)'], // C is a WeakMap of Lit's own
  [/\/lit-html\/lit-html\.js$/, /e\._\$litPart\$=(h=new k\(.*?s\?\?\{\}\))/, 'C.set(e,$1)'],
  [/\/lit-html\/lit-html\.js$/, 'this._$AH?._$AD===e', 'this._$AH instanceof R&&this._$AH._$AD===e'],
  // Its styles come in ways for browsers that the element does not run in, and with sentences for what it does not do.
  [/\/reactive-element\/css-tag\.js$/, /^[^]*export\{.* as CSSResult,.*\}/, ADOPTED_STYLES],
];

/** Gives the script a Lit of its own, with eyes for its own members only. */
export function privateLit(): Plugin {
  const missing = new Set(CHANGES);
  return {
    name: 'private-lit',
    transform(code, id) {
      if (/\/lit-html\/directive\.js$/.test(id)) this.error(`The script's Lit cannot have directives: ${id}`);
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
      for (const [file, from] of missing)
        this.error(`A library is not as expected: ${String(file)} lacks ${String(from)}`);
    },
  };
}
