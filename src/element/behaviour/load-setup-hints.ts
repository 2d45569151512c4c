import type { PaymentError } from '../../contract/errors.js';
import type { WidgetModel } from './widget-model.js';

/** Logs mistakes in the setup: in test mode, and if the proxy has not reported its mode on a developer's computer or has failed. */
export function giveHints(model: WidgetModel, error?: PaymentError): void {
  const { mode } = model.settings.mode;
  const isNeeded = mode ? mode === 'test' : error || model.proxy.unreachable || location.hostname === 'localhost';
  if (!isNeeded) return;
  void import('../setup-hints/setup-hints.js').then((hints) => hints.giveHints(model, error)).catch(() => undefined);
}
