import type { PaymentError } from '../contract/errors.js';
import { CONFIG_PATH } from '../contract/protocol.js';
import {
  CHECK_DOCS,
  findMistakes,
  type Finding,
  type FormSnapshot,
  type PageSnapshot,
  type Violation,
} from './hints.js';

const FOLDER = import.meta.url.replace(/[^/]*$/, '');
/** In a bundle, other scripts of the page are in the folder, too. */
const isBundled = !import.meta.url.endsWith('/setup-hints.js');

/** A browser may report a blocked request after the request has failed. */
const EVENT_DELAY_MS = 100;

const LOG = { error: 'error', warning: 'warn', note: 'info' } as const;

const violations = new Map<string, Violation>();
const logged = new Set<string>();

document.addEventListener('securitypolicyviolation', ({ blockedURI, sourceFile, effectiveDirective, disposition }) => {
  if (disposition === 'report') return;
  const isOfScript = !isBundled && `${blockedURI} ${sourceFile}`.includes(FOLDER);
  const violation = { directive: effectiveDirective, address: blockedURI, isOfScript };
  violations.set(`${effectiveDirective} ${blockedURI.replace(/[?#].*$/, '')}`, violation);
});

export async function diagnose(form: FormSnapshot): Promise<Finding[]> {
  const config = form.proxyUrl && !form.knowsProxy && navigator.onLine ? await askConfig(form.proxyUrl) : undefined;
  const { element, ...rest } = form;
  return findMistakes({ ...rest, ...readPage(), config, isFallbackShown: isFallbackShown(element) });
}

export function log(findings: readonly Finding[], settingError: PaymentError | undefined): void {
  const news = findings.filter(({ message }) => message !== settingError?.message && !logged.has(message));
  if (news.length === 0) return;
  const count = news.length === 1 ? '1 finding' : `${news.length} findings`;
  console.groupCollapsed(`<payment-widget>: ${count} about this page. See ${CHECK_DOCS}`);
  for (const { code, level, message, fix, docs } of news) {
    logged.add(message);
    console[LOG[level]](`${code}: ${message} ${fix} See ${docs}`);
  }
  console.groupEnd();
}

/** A browser does not say why there was no response. */
async function askConfig(proxyUrl: string): Promise<PageSnapshot['config']> {
  const address = proxyUrl + CONFIG_PATH;
  try {
    const { status, headers } = await fetch(address, { cache: 'no-store', redirect: 'manual' });
    return { status, type: headers.get('Content-Type') ?? '' };
  } catch {
    await new Promise((resolve) => setTimeout(resolve, EVENT_DELAY_MS));
    const isOther = new URL(address).origin !== location.origin;
    const isThere =
      isOther && (await fetch(address, { mode: 'no-cors', cache: 'no-store' }).then(Boolean, () => false));
    return isThere ? 'unreadable' : 'silent';
  }
}

function readPage(): Pick<PageSnapshot, 'origin' | 'copies' | 'classicScripts' | 'missingFiles' | 'violations'> {
  const requests = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const tags = [...document.querySelectorAll<HTMLScriptElement>('script[src]')];
  const scripts = tags.filter(({ src }) => isScript(src));
  const written = scripts.map(({ src }) => src);
  const copies = new Set([...requests.map(({ name }) => name).filter(isScript), ...written]);
  if (isBundled && copies.size > 0) copies.add('a bundle');
  /** The page loads its own scripts by tags. */
  const isFile = (url: string) => url.startsWith(FOLDER) && /\.js\b/.test(url) && !tags.some(({ src }) => src === url);
  const refused = requests
    .filter(({ name, responseStatus }) => responseStatus >= 400 && isFile(name))
    .map(({ name, responseStatus }) => [name, responseStatus] as const);
  return {
    origin: location.origin,
    copies: [...copies],
    classicScripts: scripts.filter(({ type }) => type !== 'module').map(({ src }) => src),
    missingFiles: [...new Map(refused)].map(([url, status]) => ({ url, status })),
    violations: [...violations.values()],
  };
}

/** Vite gives the same name to a part of its bundle for development, /.vite/deps/payment-widget.js. */
function isScript(url: string): boolean {
  return /(?<!\/\.vite\/deps)\/payment-widget\.js([?#]|$)/.test(url);
}

function isFallbackShown(element: HTMLElement): boolean {
  if (!element.shadowRoot) return false; // in the frame of isolated mode, the content is the form
  const { styleSheets, adoptedStyleSheets } = element.getRootNode() as Partial<Document>;
  const sheets = [...(styleSheets ?? []), ...(adoptedStyleSheets ?? [])];
  return [...element.children].some(({ slot }) => !slot) && !sheets.some(mayHaveRule);
}

function mayHaveRule(sheet: CSSStyleSheet): boolean {
  try {
    return [...sheet.cssRules].some((rule) =>
      rule instanceof CSSImportRule
        ? rule.styleSheet && mayHaveRule(rule.styleSheet)
        : rule.cssText.includes('payment-widget:not(:defined)'),
    );
  } catch {
    return true; // of another origin
  }
}
