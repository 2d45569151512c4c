import type { PaymentError } from '../../contract/errors.js';
import { isLoopback } from '../../contract/loopback.js';
import type { Finding, FormSnapshot } from '../../hints/hints.js';
import { loadModule } from '../load-module.js';
import type { WidgetModel } from './widget-model.js';

/** Codes of errors that a new integration causes, and for which a hint says what to do. */
const EXPLAINED = ['form_failed', 'not_found', 'body_already_read'];

/** Logs what is suspicious about the page: in test mode. In an unknown mode, on a developer's computer, or if the proxy is silent. */
export function giveHints(model: WidgetModel, error?: PaymentError): void {
  const { mode } = model.settings.mode;
  const isAllowed = mode ? mode === 'test' : model.proxy.isSilent || isLoopback(location.hostname);
  if (!isAllowed || (error && !EXPLAINED.includes(error.code))) return;
  const log = async () => {
    const hints = await import('../../hints/setup-hints.js');
    const form = await lookAt(model);
    hints.log(await hints.diagnose(form), form.settingError);
  };
  void log().catch(() => undefined);
}

/** @throws {PaymentError} `not_loaded` */
export async function diagnose(model: WidgetModel): Promise<Finding[]> {
  const hints = await loadModule('setup-hints.js', import('../../hints/setup-hints.js'), 'not_loaded');
  return hints.diagnose(await lookAt(model));
}

async function lookAt({ settings, session, proxy, widget }: WidgetModel): Promise<FormSnapshot> {
  if (widget.isConnected) await widget.updateComplete; // else it would wait forever
  if (settings.current) await proxy.loadConfig(settings.current.proxyUrl);
  const { state } = session;
  return {
    element: widget,
    proxyUrl: settings.current?.proxyUrl,
    reference: widget.reference,
    knowsProxy: proxy.reportedMode !== undefined,
    settingError: settings.error,
    paymentError: state.name === 'failed' ? state.error : undefined,
  };
}
