import { DOCS, type PaymentError, type PaymentErrorCode } from '../contract/errors.js';
import { CONFIG_PATH, PAYMENTS_PATH } from '../contract/protocol.js';

/** How serious a finding is. An `error` prevents payments, a `warning` harms some shoppers, a `note` may be intended. */
export type FindingLevel = 'error' | 'warning' | 'note';

/** Mistakes that are not errors of a payment, with their usual level. They are described in the documentation of the check. */
export const LEVELS = {
  config_unreachable: 'error',
  blocked_by_cors: 'error',
  blocked_by_csp: 'error',
  script_not_module: 'error',
  missing_reference: 'warning',
  several_scripts: 'warning',
  missing_style_sheet: 'note',
} as const satisfies Record<string, FindingLevel>;

/** Something suspicious about the page, the element or the proxy. It contains no card data, no key and no query string. */
export interface Finding {
  /** What was found: a closed set, described in `docs/integration-check.md`, or an error code. */
  readonly code: keyof typeof LEVELS | PaymentErrorCode;
  readonly level: FindingLevel;
  /** What is wrong, and what was expected. In English, for developers. */
  readonly message: string;
  /** What to do. */
  readonly fix: string;
  /** Where the code is described, in the installed package: `payment-widget/docs/integration-check.md#missing_reference`. */
  readonly docs: string;
}

export interface FormSnapshot {
  readonly element: HTMLElement;
  readonly proxyUrl: string | undefined;
  readonly reference: string | undefined;
  readonly knowsProxy: boolean;
  readonly settingError: PaymentError | undefined;
  readonly paymentError: PaymentError | undefined;
}

export interface PageSnapshot extends Omit<FormSnapshot, 'element'> {
  readonly origin: string;
  /** What `GET /config` answers to a page that does not know the proxy; `unreadable` without CORS headers. */
  readonly config: { readonly status: number; readonly type: string } | 'unreadable' | 'silent' | undefined;
  readonly isFallbackShown: boolean;
  /** Addresses of the script, as loaded and as written in the page. */
  readonly copies: readonly string[];
  /** Addresses of `<script>` tags of the script without `type="module"`. */
  readonly classicScripts: readonly string[];
  readonly missingFiles: readonly { readonly url: string; readonly status: number }[];
  readonly violations: readonly Violation[];
}

export interface Violation {
  readonly directive: string;
  readonly address: string;
  readonly isOfScript: boolean;
}

export const CHECK_DOCS = 'payment-widget/docs/integration-check.md';

const FILES_FIX = 'Publish all files of dist/browser.';

const FIXES: Partial<Record<PaymentErrorCode, string>> = {
  not_found: 'Mount the proxy there, or correct proxy-url. If the proxy is there, check its baseUrl.',
  body_already_read: 'Mount the proxy before body parsers such as express.json().',
  form_failed: FILES_FIX,
};

const ORDER: readonly FindingLevel[] = ['error', 'warning', 'note'];

export function findMistakes(page: PageSnapshot): Finding[] {
  const { settingError, reference, copies, isFallbackShown } = page;
  const findings: Finding[] = [];
  const add = (...args: Parameters<typeof finding>) => findings.push(finding(...args));
  if (settingError) add(settingError.code, settingError.message, 'Fix this setting: nothing is sent until then.');
  findings.push(...findPaymentError(page), ...findProxy(page), ...findViolations(page));
  for (const { url, status } of page.missingFiles) {
    add('not_loaded', `${plainUrl(url)} answered ${status}. Expected the file.`, FILES_FIX);
  }
  for (const url of page.classicScripts) {
    const problem = `The <script> of ${plainUrl(url)} is not a module, so it does nothing. Expected type="module".`;
    add('script_not_module', problem, 'Add type="module" to the <script>.');
  }
  if (!reference) {
    const result = 'An unknown outcome is forgotten at a reload, and an order can be paid twice.';
    const problem = `The element has no reference. ${result} Expected your order number.`;
    add('missing_reference', problem, 'Set reference to your order number.');
  }
  if (copies.length > 1) {
    const names = [...new Set(copies.map(plainUrl))].join(', ');
    const problem = `The page loads the script ${copies.length} times: ${names}. Expected one copy.`;
    add('several_scripts', problem, 'Remove all but one: the first that arrives defines the element, of any version.');
  }
  if (isFallbackShown) {
    const problem =
      'The page lacks payment-widget.css, so the text inside the element flashes until the script is loaded.';
    add('missing_style_sheet', `${problem} Expected the file.`, 'Link payment-widget.css in <head>.');
  }
  return findings.sort((one, two) => ORDER.indexOf(one.level) - ORDER.indexOf(two.level));
}

function finding(code: Finding['code'], message: string, fix: string, level?: FindingLevel): Finding {
  const hint = (LEVELS as Partial<Record<string, FindingLevel>>)[code];
  return { code, level: level ?? hint ?? 'error', message, fix, docs: (hint ? `${CHECK_DOCS}#` : DOCS) + code };
}

function findPaymentError({ paymentError: error, settingError, proxyUrl = '', reference }: PageSnapshot): Finding[] {
  const fix = error && FIXES[error.code];
  if (!fix || error === settingError) return [];
  const order = reference ? `reference "${reference}"` : 'no reference';
  return [finding(error.code, `POST ${proxyUrl}${PAYMENTS_PATH} (${order}): ${error.message}`, fix)];
}

function findProxy({ config, proxyUrl = '', origin, violations }: PageSnapshot): Finding[] {
  const address = proxyUrl + CONFIG_PATH;
  if (!config || violations.some((violation) => violation.address === address)) return [];
  if (config === 'unreadable') {
    const problem = `GET ${address} was answered, but not for pages of ${origin}. Expected CORS headers.`;
    return [finding('blocked_by_cors', problem, `In the proxy, add "${origin}" to allowedOrigins.`)];
  }
  if (config === 'silent') {
    const ifItRuns = address.startsWith(`${origin}/`) ? '' : ` If it runs, add "${origin}" to allowedOrigins.`;
    const problem = `GET ${address} got no response that this page may read. Expected JSON.`;
    return [finding('config_unreachable', problem, `Start the proxy, or correct proxy-url.${ifItRuns}`)];
  }
  const { status, type } = config;
  const answer = `GET ${address} answered ${status || 'with a redirect'}`;
  if (status === 404 || status === 405) {
    const fix = 'If you use it, correct proxy-url. A proxy of your own may leave /config out.';
    const problem = `${answer}. Expected JSON, as the proxy of this package answers.`;
    return [finding('config_unreachable', problem, fix, 'note')];
  }
  if (/\bjson\b/i.test(type)) return []; // an error of the proxy itself
  if (status === 200) {
    const problem = `${answer} with ${type.replace(/;.*$/, '') || 'no type'}, not with JSON. Expected the proxy.`;
    return [finding('not_found', problem, 'Mount the proxy there, or correct proxy-url.')];
  }
  const fix = 'Read the log of the proxy and of the servers before it.';
  return [finding('config_unreachable', `${answer}. Expected 200.`, fix)];
}

function findViolations({ violations, proxyUrl, origin }: PageSnapshot): Finding[] {
  return violations
    .filter(({ address, isOfScript }) => isOfScript || (proxyUrl && address.startsWith(`${proxyUrl}/`)))
    .map(({ directive, address }) => {
      const blocked = URL.canParse(address) ? new URL(address).origin : origin;
      const source = blocked === origin ? "'self'" : blocked;
      const problem = `${directive} blocks ${plainUrl(address)}. Expected ${source} in it.`;
      return finding('blocked_by_csp', problem, `Add ${source} to ${directive} of the Content-Security-Policy.`);
    });
}

function plainUrl(url: string): string {
  if (!URL.canParse(url)) return url.replace(/[?#].*$/, '');
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
