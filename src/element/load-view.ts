import type { Language } from '../i18n/language.js';
import type { ProxyClient } from '../payment/proxy-client.js';
import { hasEnded } from '../payment/session-state.js';
import { parseProxyUrl } from '../settings/urls.js';
import type { CardFormCore } from './form.js';
import type { Widget } from './widget-properties.js';

type LoadedForm = Omit<CardFormCore, 'form'>;

interface NextView {
  readonly language: Language;
  /** Whether the form itself has something to explain. */
  readonly hasProblem: () => boolean;
  /** Called if the form has to be loaded again. */
  readonly onload: () => void;
}

/** Loads what the next view needs. Returns `undefined` if everything is loaded. */
export function loadView(form: LoadedForm, { language, hasProblem, onload }: NextView): Promise<unknown> | undefined {
  const { widget, settings, parts, session } = form;
  const loading = loadFields(form, language);
  if (!loading) return loadProblems(form, hasProblem);
  if (!session.attempt) loadConfig(widget, settings.proxy);
  onload();
  return loading
    .then(() => (parts.loadError ? undefined : loadFields(form, language))) // the page may have added fields
    .then(() => loadProblems(form, hasProblem));
}

/** Asks for the configuration of the proxy while parts of the form are loading. */
export function loadConfig(widget: Widget, proxy: ProxyClient): void {
  const proxyUrl = parseProxyUrl(widget);
  if (proxyUrl !== undefined) void proxy.loadConfig(proxyUrl);
}

/** Checks the settings, and asks the proxy of valid ones for its configuration, which may refuse them. */
export function checkSettings({ widget, settings, parts }: Omit<LoadedForm, 'session'>): void {
  const isComplete = parts.missing(widget, settings).length === 0;
  if (isComplete) parts.loadError = undefined;
  const accepted = settings.accept(widget, isComplete);
  if (accepted) void settings.proxy.loadConfig(accepted.proxyUrl);
  settings.check();
}

function loadFields(form: LoadedForm, language: Language): Promise<unknown> | undefined {
  const { widget, settings, parts, session } = form;
  const fields = session.attempt ? undefined : parts.load(widget, settings);
  return fields ? fields.then(() => language.prepare()) : language.prepare();
}

function loadProblems(form: LoadedForm, hasProblem: () => boolean): Promise<unknown> | undefined {
  const { widget, settings, parts, session } = form;
  if (parts.problems.current) return undefined;
  if (!session.attempt) checkSettings(form);
  const isInDoubt = hasEnded(session.state) && session.state.name !== 'paid';
  const isNeeded = settings.error ?? (isInDoubt || hasProblem());
  return isNeeded ? parts.prepareProblems(widget) : undefined;
}
