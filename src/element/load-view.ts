import type { Language } from '../i18n/language.js';
import type { PaymentSession } from '../payment/payment-session.js';
import type { ProxyClient } from '../payment/proxy-client.js';
import { hasEnded } from '../payment/session-state.js';
import { parseProxyUrl } from '../settings/urls.js';
import type { CheckedSettings } from './checked-settings.js';
import type { FormParts } from './form-parts.js';
import type { Widget } from './widget-properties.js';

interface NextView {
  readonly widget: Widget;
  readonly settings: CheckedSettings;
  readonly parts: FormParts;
  readonly session: PaymentSession;
  readonly language: Language;
  /** Whether the form itself has something to explain. */
  readonly hasProblem: () => boolean;
  /** Called if the form has to be loaded again. */
  readonly onload: () => void;
}

/** Loads what the next view needs. Returns `undefined` if everything is loaded. */
export function loadView(view: NextView): Promise<unknown> | undefined {
  const { widget, settings, parts, session } = view;
  const loading = loadFields(view);
  if (!loading) return loadProblems(view);
  if (!session.attempt) loadConfig(widget, settings.proxy);
  view.onload();
  return loading
    .then(() => (parts.loadError ? undefined : loadFields(view))) // the page may have added fields
    .then(() => loadProblems(view));
}

/** Asks for the configuration of the proxy while parts of the form are loading. */
export function loadConfig(widget: Widget, proxy: ProxyClient): void {
  const proxyUrl = parseProxyUrl(widget);
  if (proxyUrl !== undefined) void proxy.loadConfig(proxyUrl);
}

function loadFields({ widget, settings, parts, session, language }: NextView): Promise<unknown> | undefined {
  const fields = session.attempt ? undefined : parts.load(widget, settings);
  return fields ? fields.then(() => language.prepare()) : language.prepare();
}

function loadProblems({ widget, settings, parts, session, hasProblem }: NextView): Promise<unknown> | undefined {
  if (parts.problems.current) return undefined;
  if (!session.attempt) settings.check(widget);
  const isInDoubt = hasEnded(session.state) && session.state.name !== 'paid';
  const isNeeded = settings.error ?? (isInDoubt || hasProblem());
  return isNeeded ? parts.prepareProblems(widget) : undefined;
}
