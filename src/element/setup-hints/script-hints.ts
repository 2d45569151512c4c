import { finding, plainUrl, type Finding } from './finding.js';

/** The folder of the script; `undefined` in a bundle, where other scripts of the page are there too. */
export const FOLDER = import.meta.url.endsWith('/setup-hints.js') ? import.meta.url.replace(/[^/]*$/, '') : undefined;

/** How many scripts are named. */
const MAX_SCRIPTS = 3;

/** Looks at the scripts of the page: copies of it, and scripts of other origins without a hash. */
export function findInScripts(): Finding[] {
  return [...findCopies(), ...findUnpinned()];
}

/** A second copy does nothing: the first that arrives defines the element, whichever version it is. */
function findCopies(): Finding[] {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const written = [...document.querySelectorAll<HTMLScriptElement>('script[src]')].map(({ src }) => src);
  // Vite gives the same name to a part of its bundle for development, /.vite/deps/payment-widget.js.
  const copies = new Set([...loaded, ...written].filter((url) => /(?<!\/deps)\/payment-widget\.js([?#]|$)/.test(url)));
  if (!FOLDER && copies.size > 0) copies.add('a bundle');
  if (copies.size < 2) return [];
  const names = [...new Set([...copies].map(plainUrl))].join(', ');
  const problem = `The page loads the script ${copies.size} times: ${names}. Expected one copy.`;
  return [
    finding(
      'several_scripts',
      problem,
      'Remove all but one: the first that arrives defines the element, of any version.',
    ),
  ];
}

/** Scripts of other origins that may change without notice. */
function findUnpinned(): Finding[] {
  const unpinned = [...document.querySelectorAll<HTMLScriptElement>('script[src]:not([integrity])')]
    .map(({ src }) => src)
    .filter((src) => URL.canParse(src) && /^http/.test(src) && new URL(src).origin !== location.origin);
  const isOwn = (src: string) => !!FOLDER && src.startsWith(`${FOLDER}payment-widget.js`);
  const own = unpinned.find(isOwn);
  const others = [...new Set(unpinned.filter((src) => !isOwn(src)).map(plainUrl))];
  const found: Finding[] = [];
  if (own && !hasMappedIntegrity(own)) {
    const problem = `${plainUrl(own)} is of another origin, and its <script> has no integrity. Expected its hash.`;
    const remedy = 'Add integrity and crossorigin to the <script>: the hash is in payment-widget/integrity.json.';
    found.push(finding('missing_integrity', problem, remedy));
  }
  if (others.length > 0) {
    const more = others.length > MAX_SCRIPTS ? ` and ${others.length - MAX_SCRIPTS} others` : '';
    const problem = `Scripts of other origins without integrity can read the card: ${others.slice(0, MAX_SCRIPTS).join(', ')}${more}.`;
    const remedy = 'Remove scripts that the checkout does not need. Add integrity to files that never change.';
    found.push(finding('foreign_script', `${problem} Expected none on a payment page.`, remedy));
  }
  return found;
}

/** Whether an import map has the hash of a script. */
function hasMappedIntegrity(url: string): boolean {
  return [...document.querySelectorAll('script[type=importmap i]')].some(({ textContent }) => {
    try {
      const { integrity } = JSON.parse(textContent) as { readonly integrity?: Readonly<Record<string, string>> };
      return Object.keys(integrity ?? {}).some((name) => new URL(name, document.baseURI).href === url);
    } catch {
      return false;
    }
  });
}
