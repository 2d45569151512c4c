import type { WidgetModel } from '../behaviour/widget-model.js';
import { findBlockedActions } from './action-hints.js';
import { findUnknownNames } from './attribute-hints.js';
import { findInContent } from './content-hints.js';
import { findLowContrast } from './contrast-hint.js';
import { findInControls } from './control-hints.js';
import { findInDocument } from './document-hints.js';
import { findInFailure } from './failure-hints.js';
import { findInFiles, watchFiles } from './file-hints.js';
import { CHECK_DOCS, finding, type Finding, type FindingLevel } from './finding.js';
import { findInFrame } from './frame-hints.js';
import { findViolations, watchPolicy } from './policy-hints.js';
import { findInProxy } from './proxy-hints.js';
import { findInScripts } from './script-hints.js';

/** How long forms that appear together, and events of the browser, may take, in ms. */
const DELAY = 100;

const LEVELS: readonly FindingLevel[] = ['error', 'warning', 'note'];
const LOG = { error: 'error', warning: 'warn', note: 'info' } as const;

/** The forms whose findings are logged. */
const models = new Set<WidgetModel>();
/** Findings that the console has. */
const logged = new Set<string>();
let isWaiting = false;

/** Finds what is suspicious about a form, its page and its proxy: errors first. Logs nothing. */
export async function diagnose(model: WidgetModel): Promise<Finding[]> {
  const { settings, proxy, widget } = model;
  if (!widget.isConnected) return [notInDocument()];
  await widget.updateComplete;
  watch(model);
  if (settings.current) await proxy.loadConfig(settings.current.proxyUrl);
  const found = [...(await findInProxy(model)), ...(await findBlockedActions(model))];
  const { code, message } = settings.error ?? {};
  if (code && message) found.push(finding(code, message, 'Fix this setting: nothing is sent until then.'));
  found.push(
    ...findInFailure(model),
    ...findInFiles(),
    ...findViolations(),
    ...findUnknownNames(widget),
    ...findInContent(widget),
    ...findInControls(model),
    ...findLowContrast(widget),
    ...findInDocument(model),
    ...findInScripts(),
    ...findInFrame(),
  );
  return sortUnique(found);
}

/** Logs the findings of a form from now on. Loaded on demand, see `load-setup-hints.ts`. */
export function giveHints(model: WidgetModel): void {
  models.add(model);
  watch(model);
  logSoon();
}

function watch({ settings }: WidgetModel): void {
  watchPolicy(settings.current?.proxyUrl, logSoon);
  watchFiles(logSoon);
}

/** Logs the findings of all forms in one group. */
function logSoon(): void {
  if (isWaiting || models.size === 0) return;
  isWaiting = true;
  setTimeout(() => {
    isWaiting = false;
    void log().catch(() => undefined);
  }, DELAY);
}

async function log(): Promise<void> {
  for (const model of models) {
    if (!model.widget.isConnected || model.settings.mode.mode === 'live') models.delete(model);
  }
  const found = sortUnique((await Promise.all([...models].map(diagnose))).flat());
  // Errors of settings are logged by themselves, in Live mode too.
  for (const { settings } of models) if (settings.error) logged.add(`${settings.error.code} ${settings.error.message}`);
  if (found.every((one) => logged.has(idOf(one)))) return;
  for (const one of found) logged.add(idOf(one));
  const count = found.length === 1 ? '1 finding' : `${found.length} findings`;
  console.groupCollapsed(`<payment-widget>: ${count} about this page. See ${CHECK_DOCS}`);
  for (const { code, level, message, fix, docs } of found)
    console[LOG[level]](`${code}: ${message} ${fix} See ${docs}`);
  console.groupEnd();
}

function notInDocument(): Finding {
  const problem = 'The element is not in the document, so it shows nothing and sends nothing. Expected it on the page.';
  return finding('not_in_document', problem, 'Append it to the page first.');
}

function sortUnique(found: readonly Finding[]): Finding[] {
  const unique = new Map(found.map((one) => [idOf(one), one]));
  return [...unique.values()].sort((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level));
}

function idOf({ code, message }: Finding): string {
  return `${code} ${message}`;
}
