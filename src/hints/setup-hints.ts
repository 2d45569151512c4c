import type { PaymentError } from '../contract/errors.js';
import { CONFIG_PATH, ORDER_TOKEN, type Mode } from '../contract/protocol.js';
import { isLoopback } from '../contract/security.js';
import {
  CHECK_DOCS,
  findMistakes,
  isBlocking,
  type Finding,
  type FormSnapshot,
  type PageSnapshot,
  type ProxyProblem,
  type Violation,
  type WrittenNames,
} from './hints.js';

const FOLDER = import.meta.url.replace(/[^/]*$/, '');

/** A browser may report a blocked request after the request has failed. */
const EVENT_DELAY_MS = 100;

const LOG = { error: 'error', warning: 'warn', note: 'info' } as const;

const LENGTH = /(radius|size|width|padding|gap|(?<!line-)height)$/;

const violations = new Map<string, Violation>();
const logged = new Set<string>();

document.addEventListener('securitypolicyviolation', ({ blockedURI, sourceFile, effectiveDirective, disposition }) => {
  if (disposition === 'report') return;
  const isOfScript = !isBundled() && `${blockedURI} ${sourceFile}`.includes(FOLDER);
  const violation = { directive: effectiveDirective, address: blockedURI, isOfScript };
  violations.set(`${effectiveDirective} ${blockedURI.replace(/[?#].*$/, '')}`, violation);
});

/** What the check reads of a form, and what the form shows of it. */
interface CheckedForm {
  readonly widget: HTMLElement & {
    readonly reference?: string | undefined;
    readonly updateComplete: Promise<unknown>;
    requestUpdate(): void;
  };
  readonly settings: { readonly current: FormSnapshot['settings']; readonly error: PaymentError | undefined };
  readonly session: { readonly outcome: object | undefined };
  readonly proxy: {
    readonly mode: Mode | undefined;
    readonly config: object;
    readonly failure: string | undefined;
    loadConfig(url: string): Promise<void>;
  };
  hint: HTMLElement | undefined;
}

export async function diagnoseForm(form: CheckedForm, isLogged: boolean): Promise<Finding[]> {
  const { widget, settings, session, proxy } = form;
  if (widget.isConnected) await widget.updateComplete; // else it would wait forever
  if (settings.current) await proxy.loadConfig(settings.current.proxyUrl);
  const { error } = (session.outcome ?? {}) as { error?: PaymentError };
  const snapshot: FormSnapshot = {
    mode: proxy.mode,
    settings: settings.current,
    reference: widget.reference,
    knowsProxy: !proxy.failure && Object.values(proxy.config).length > 1, // a mode comes with an error, too
    settingError: settings.error,
    paymentError: error,
  };
  const found = await diagnose(widget, snapshot, isLogged);
  const isTest = proxy.mode ? proxy.mode === 'test' : isLoopback(location.hostname);
  const shown = found.find((finding) => isTest && isBlocking(finding) && finding.message !== settings.error?.message);
  const hint = shown && createHint(shown);
  if (isLogged && hint?.textContent !== form.hint?.textContent) {
    form.hint = hint;
    widget.requestUpdate();
  }
  return found;
}

function createHint({ code, message, fix }: Finding): HTMLElement {
  const hint = document.createElement('p');
  hint.part.value = 'setup-error';
  return Object.assign(hint, { className: 'panel', lang: 'en', dir: 'ltr', textContent: `${code}: ${message} ${fix}` });
}

export async function diagnose(element: HTMLElement, form: FormSnapshot, isLogged: boolean): Promise<Finding[]> {
  const { settings, knowsProxy, isFramed, settingError } = form;
  const isTokenRefused = form.paymentError?.code.startsWith('order_token_');
  const isUnclear = settings && !isFramed && (!knowsProxy || isTokenRefused) && navigator.onLine;
  const config = isUnclear ? await askConfig(settings) : undefined;
  const findings = findMistakes({ ...form, ...readPage(element), config });
  if (isLogged) log(findings, settingError);
  return findings;
}

function log(findings: readonly Finding[], settingError: PaymentError | undefined): void {
  const unlogged = findings.filter(({ message }) => message !== settingError?.message && !logged.has(message));
  if (unlogged.length === 0) return;
  const count = unlogged.length === 1 ? '1 finding' : `${unlogged.length} findings`;
  console.group(`<payment-widget>: ${count} about this page. See ${CHECK_DOCS}`);
  for (const { code, level, message, fix, docs } of unlogged) {
    logged.add(message);
    console[LOG[level]](`${code}: ${message} ${fix} See ${docs}`);
  }
  console.groupEnd();
}

/** A browser does not say why there was no response. */
async function askConfig({
  proxyUrl,
  orderToken,
}: NonNullable<FormSnapshot['settings']>): Promise<PageSnapshot['config']> {
  const address = proxyUrl + CONFIG_PATH;
  try {
    const headers = orderToken ? { [ORDER_TOKEN]: orderToken } : undefined;
    const response = await fetch(address, { cache: 'no-store', redirect: 'manual', ...(headers && { headers }) });
    const type = response.headers.get('Content-Type') ?? '';
    const problem = /problem\+json/i.test(type)
      ? ((await response.json().catch(() => undefined)) as ProxyProblem | undefined)
      : undefined;
    return { status: response.status, type, problem };
  } catch {
    await new Promise((resolve) => setTimeout(resolve, EVENT_DELAY_MS));
    const isOther = new URL(address).origin !== location.origin;
    const isThere =
      isOther && (await fetch(address, { mode: 'no-cors', cache: 'no-store' }).then(Boolean, () => false));
    return isThere ? 'unreadable' : 'silent';
  }
}

function readPage(element: HTMLElement): Omit<PageSnapshot, keyof FormSnapshot | 'config'> {
  const requests = readRequests();
  const tags = readTags();
  const scripts = tags.filter(({ src }) => isScript(src));
  const copies = findCopies();
  if (isBundled() && copies.size > 0) copies.add('a bundle');
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
    isFallbackShown: isFallbackShown(element),
    unitless: readCustomProperties(element).filter(([name, value]) => LENGTH.test(name) && /^[\d.]+$/.test(value)),
    names: readNames(element),
    width: element.isConnected && element.checkVisibility() ? element.getBoundingClientRect().width : undefined,
  };
}

/** What Lit makes of the settings. */
interface ElementClass {
  readonly observedAttributes?: readonly string[];
  readonly elementProperties?: ReadonlyMap<PropertyKey, unknown>;
}

/** Reads the names of attributes and properties, and of custom properties, which Firefox does not list. */
function readNames(element: HTMLElement): WrittenNames[] {
  const { observedAttributes = [], elementProperties } = element.constructor as ElementClass;
  const sheets = element.shadowRoot?.adoptedStyleSheets ?? []; // isolated mode has none
  const rules = sheets.flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join();
  const known = [...new Set(rules.match(/--payment-widget-[\w-]+/g))];
  return [
    { kind: 'attribute', given: element.getAttributeNames(), known: observedAttributes },
    { kind: 'property', given: Object.keys(element), known: [...(elementProperties?.keys() ?? [])].map(String) },
    { kind: 'custom property', given: readCustomProperties(element).map(([name]) => name), known },
  ];
}

function readRequests(): PerformanceResourceTiming[] {
  return performance.getEntriesByType('resource') as PerformanceResourceTiming[];
}

function readTags(): HTMLScriptElement[] {
  return [...document.querySelectorAll<HTMLScriptElement>('script[src]')];
}

/** Returns addresses of the script, as loaded and as written in the page. */
function findCopies(): Set<string> {
  return new Set([...readRequests().map(({ name }) => name), ...readTags().map(({ src }) => src)].filter(isScript));
}

/** The folder of a bundle has other scripts of the page, too. */
function isBundled(): boolean {
  return ![...findCopies()].some((url) => url.startsWith(`${FOLDER}payment-widget.js`));
}

/** Vite gives the same name to a part of its bundle for development, /.vite/deps/payment-widget.js. */
function isScript(url: string): boolean {
  return /(?<!\/\.vite\/deps)\/payment-widget\.js([?#]|$)/.test(url);
}

/** Firefox lists no custom properties. */
function readCustomProperties(element: HTMLElement): (readonly [name: string, value: string])[] {
  const styles = (element as Partial<HTMLElement>).computedStyleMap?.() ?? [];
  return [...styles]
    .filter(([name]) => name.startsWith('--payment-widget-'))
    .map(([name, values]) => [name, [...values].join('').trim()] as const);
}

/** In the frame of isolated mode, the content is the form. */
function isFallbackShown(element: HTMLElement): boolean {
  const hasText = element.shadowRoot && [...element.children].some(({ slot }) => !slot);
  return Boolean(hasText) && !getComputedStyle(element).getPropertyValue('--_payment-widget-css');
}
