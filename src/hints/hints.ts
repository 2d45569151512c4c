import { DOCS, type PaymentError, type PaymentErrorCode } from '../contract/errors.js';
import { CONFIG_PATH, PAYMENTS_PATH, type Mode } from '../contract/protocol.js';
import { FILES_FIX, FIXES } from './fixes.js';
import { explainRefusal, findOtherOrder, OTHER_ORDER, type TokenMistake, type TokenRefusal } from './order-token.js';
import { findMisspelled } from './spelling.js';

/** How serious a finding is. An `error` prevents payments, a `warning` harms some shoppers, a `note` may be intended. */
export type FindingLevel = 'error' | 'warning' | 'note';

/** Mistakes that are not errors of a payment, with their usual level. They are described in the documentation of the check. */
export const LEVELS = {
  config_unreachable: 'error',
  blocked_by_cors: 'error',
  blocked_by_csp: 'error',
  script_not_module: 'error',
  test_key: 'warning',
  missing_reference: 'warning',
  missing_unit: 'warning',
  unknown_name: 'warning',
  too_narrow: 'warning',
  several_scripts: 'warning',
  missing_style_sheet: 'note',
} as const satisfies Record<string, FindingLevel>;

/** Something suspicious about the page, the element or the proxy. It contains no card data, no key and no query string. */
export interface Finding {
  /** What was found: a closed set, described in `docs/integration-check.md`, or an error code. */
  readonly code: keyof typeof LEVELS | PaymentErrorCode;
  readonly level: FindingLevel;
  /** What is wrong, and what was expected, in English for developers. */
  readonly message: string;
  /** What to do. */
  readonly fix: string;
  /** Where the code is described, in the installed package: `payment-widget/docs/integration-check.md#missing_reference`. */
  readonly docs: string;
}

type OrderSetting = 'mode' | 'amount' | 'currency';
type FormSettings = { readonly proxyUrl: string; readonly orderToken?: string | undefined };

/** A problem document of the proxy, unchecked. */
export type ProxyProblem = TokenRefusal & { readonly detail?: unknown };

/** Names that the page has written, and those that the element knows. */
export interface WrittenNames {
  readonly kind: 'attribute' | 'property' | 'custom property';
  readonly given: readonly string[];
  readonly known: readonly string[];
}

export interface FormSnapshot {
  readonly mode: Mode | undefined;
  readonly settings: (FormSettings & Partial<Record<OrderSetting, unknown>>) | undefined;
  readonly reference: string | undefined;
  readonly knowsProxy: boolean;
  /** Whether a frame asks the proxy: it need not allow requests of the page. */
  readonly isFramed?: boolean;
  readonly settingError: PaymentError | undefined;
  readonly paymentError: PaymentError | undefined;
}

export interface PageSnapshot extends FormSnapshot {
  readonly origin: string;
  /** What `GET /config` answers to a page that does not know the proxy; `unreadable` without CORS headers. */
  readonly config: ProxyAnswer | 'unreadable' | 'silent' | undefined;
  readonly isFallbackShown: boolean;
  /** The width in px, or `undefined` while the element is not visible. */
  readonly width: number | undefined;
  readonly names: readonly WrittenNames[];
  /** Custom properties with a number in place of a length. */
  readonly unitless: readonly (readonly [name: string, value: string])[];
  /** Addresses of the script, as loaded and as written in the page. */
  readonly copies: readonly string[];
  /** Addresses of `<script>` tags of the script without `type="module"`. */
  readonly classicScripts: readonly string[];
  readonly missingFiles: readonly { readonly url: string; readonly status: number }[];
  readonly violations: readonly Violation[];
}

export interface ProxyAnswer {
  readonly status: number;
  readonly type: string;
  readonly problem?: ProxyProblem | undefined;
}

export interface Violation {
  readonly directive: string;
  readonly address: string;
  readonly isOfScript: boolean;
}

/** The width in px below which a card number is cut. */
const MIN_WIDTH = 200;

export const CHECK_DOCS = 'payment-widget/docs/integration-check.md';

const UNKNOWN_FIX = 'The card may have been charged. Read the log of the proxy, and look up the order at the service.';

const ORDER: readonly FindingLevel[] = ['error', 'warning', 'note'];

export function findMistakes(page: PageSnapshot): Finding[] {
  const { settingError, reference, copies, isFallbackShown } = page;
  const findings: Finding[] = [];
  const add = (...args: Parameters<typeof finding>) => findings.push(finding(...args));
  if (settingError)
    add(settingError.code, settingError.message, FIXES[settingError.code] ?? 'Nothing is sent until then.');
  findings.push(...findPaymentError(page), ...findProxy(page), ...findToken(page), ...findViolations(page));
  findings.push(...findNames(page));
  for (const { url, status } of page.missingFiles) {
    add('not_loaded', `${plainUrl(url)} answered ${status}. Expected the file.`, FILES_FIX);
  }
  for (const url of page.classicScripts) {
    const problem = `The <script> of ${plainUrl(url)} is not a module, so it does nothing. Expected type="module".`;
    add('script_not_module', problem, 'Add type="module" to the <script>.');
  }
  if (page.settings?.mode === 'live' && page.mode === 'test') {
    const problem = 'mode is "live", but the proxy holds a Test key. No real money will move.';
    add('test_key', problem, 'Give the proxy a Live key.');
  }
  if (!reference) {
    const result = 'An unknown outcome is forgotten at a reload, and an order can be paid twice.';
    const problem = `The element has no reference. ${result} Expected your order number.`;
    add('missing_reference', problem, 'Set reference to your order number.');
  }
  for (const [name, value] of page.unitless) {
    add('missing_unit', `${name} is ${value}, which CSS ignores. Expected a length.`, `Write ${value}px.`);
  }
  if (page.width !== undefined && page.width < MIN_WIDTH) {
    const problem = `The element is ${Math.round(page.width)} px wide. Expected at least ${MIN_WIDTH} px.`;
    add('too_narrow', problem, 'Give it, or what is around it, a width: in a flex row, with flex: 1.');
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

/** Whether the form shows a finding before a payment fails: an error, or a warning that payments may fail. */
export const isBlocking = ({ level, code }: Finding): boolean =>
  level === 'error' || code === 'config_unreachable' || code === 'order_mismatch';

function findPaymentError({ paymentError: error, settingError, settings, reference }: PageSnapshot): Finding[] {
  const isUnknown = error?.outcome === 'unknown';
  const fix = error && (FIXES[error.code] ?? (isUnknown && UNKNOWN_FIX));
  if (!fix || error === settingError || isTokenCode(error.code)) return [];
  const order = reference ? `reference "${reference}"` : 'no reference';
  const problem = `POST ${settings?.proxyUrl ?? ''}${PAYMENTS_PATH} (${order}): ${error.message}`;
  return [finding(error.code, problem, fix, isUnknown || error.code === 'amount_changed' ? 'warning' : 'error')];
}

/** After `amount_changed`, the page shows the price of the proxy. In isolated mode, the frame compares the order. */
function findToken({ config, settings, settingError, paymentError, reference }: PageSnapshot): Finding[] {
  if (!settings || settingError || paymentError?.code === 'amount_changed') return [];
  const { orderToken, currency } = settings;
  const refusal = findRefusal(config, paymentError);
  if (refusal) return [toFinding(explainRefusal(refusal, orderToken))];
  const other = orderToken && currency ? findOtherOrder({ ...settings, reference }, orderToken) : undefined;
  if (isTokenCode(paymentError?.code)) return [toFinding(other ?? OTHER_ORDER)];
  return other ? [toFinding(other, 'warning')] : []; // the proxy may look the order up
}

/** The status 200 means that the proxy accepts the token, so that a refusal of the payment is about its order. */
function findRefusal(config: PageSnapshot['config'], error: PaymentError | undefined): TokenRefusal | undefined {
  const { status, problem } = typeof config === 'object' ? config : {};
  if (isTokenCode(problem?.code)) return problem;
  return status !== 200 && isTokenCode(error?.code) ? { code: error.code } : undefined;
}

const isTokenCode = (code: unknown) => code === 'order_token_invalid' || code === 'order_token_expired';

const toFinding = ({ code, message, fix }: TokenMistake, level?: FindingLevel) => finding(code, message, fix, level);

function findNames({ names }: PageSnapshot): Finding[] {
  return names.flatMap(({ kind, given, known }) =>
    findMisspelled(given, known).map(([name, meant]) => {
      const problem = `The element has the ${kind} ${name}, which it does not know. Expected ${meant}.`;
      return finding('unknown_name', problem, `Write ${meant} in place of ${name}.`);
    }),
  );
}

function findProxy({ config, settings, origin, violations }: PageSnapshot): Finding[] {
  const { proxyUrl = '' } = settings ?? {};
  const address = proxyUrl + CONFIG_PATH;
  if (proxyUrl.endsWith(PAYMENTS_PATH)) {
    const problem = `proxy-url is ${proxyUrl}, and the element adds ${PAYMENTS_PATH} to it. Expected the proxy.`;
    return [finding('not_found', problem, `Remove ${PAYMENTS_PATH} from proxy-url.`)];
  }
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
  return findWrongAnswer(config, address);
}

function findWrongAnswer({ status, type, problem: refusal }: ProxyAnswer, address: string): Finding[] {
  const answer = `GET ${address} answered ${status || 'with a redirect'}`;
  if (status === 404 && refusal?.code === 'not_found') {
    const problem = `${answer}, and by this package's proxy: ${String(refusal.detail)}`;
    return [finding('not_found', problem, 'Correct proxy-url, or set the option mountPath of the proxy to its path.')];
  }
  if (status === 404 || status === 405) {
    const problem = `${answer}. Expected JSON, as the proxy of this package answers.`;
    const fix = `Correct proxy-url. A proxy of your own should answer ${CONFIG_PATH} with { "mode": "test" }.`;
    return [finding('config_unreachable', problem, fix, 'warning')];
  }
  if (/\bjson\b/i.test(type)) return []; // an error of the proxy itself
  if (status === 200) {
    const problem = `${answer} with ${type.replace(/;.*$/, '') || 'no type'}, not with JSON. Expected the proxy.`;
    return [finding('not_found', problem, 'Mount the proxy there, or correct proxy-url.')];
  }
  const fix = 'Read the log of the proxy and of the servers before it.';
  return [finding('config_unreachable', `${answer}. Expected 200.`, fix)];
}

function findViolations({ violations, settings, origin }: PageSnapshot): Finding[] {
  return violations
    .filter(({ address, isOfScript }) => isOfScript || (settings && address.startsWith(`${settings.proxyUrl}/`)))
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
