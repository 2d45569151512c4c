import type { PaymentError } from '../../contract/errors.js';
import { isLoopback } from '../../contract/loopback.js';
import { loadModule } from '../load-module.js';
import type { Finding } from '../setup-hints/finding.js';
import type { WidgetModel } from './widget-model.js';

/** Codes of errors that no shopper causes, and that a developer can remedy. */
export const REMEDIABLE = [
  'form_failed',
  'unknown_order',
  'origin_not_allowed',
  'order_token_invalid',
  'order_token_expired',
  'invalid_request',
  'not_authorized',
  'not_found',
  'body_already_read',
  'proxy_error',
  'store_unavailable',
  'service_unreachable',
] as const;

/** Logs what is suspicious about the page: in test mode. In an unknown mode, on a developer's computer, or if the proxy is silent. */
export function giveHints(model: WidgetModel, error?: PaymentError): void {
  const { mode } = model.settings.mode;
  const isAllowed = mode ? mode === 'test' : model.proxy.isSilent || isLoopback(location.hostname);
  if (!isAllowed || (error && !(REMEDIABLE as readonly string[]).includes(error.code))) return;
  void import('../setup-hints/setup-hints.js').then(
    (hints) => {
      hints.giveHints(model);
    },
    () => undefined,
  );
}

/** @throws {PaymentError} `not_loaded` */
export async function diagnose(model: WidgetModel): Promise<Finding[]> {
  const hints = await loadModule('setup-hints.js', import('../setup-hints/setup-hints.js'), 'not_loaded');
  return hints.diagnose(model);
}
