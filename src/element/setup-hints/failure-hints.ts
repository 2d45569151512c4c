import { PAYMENTS_PATH } from '../../contract/protocol.js';
import type { REMEDIABLE } from '../behaviour/load-setup-hints.js';
import type { WidgetModel } from '../behaviour/widget-model.js';
import { finding, type Finding } from './finding.js';

/** What the developer does about errors that no shopper causes. */
const REMEDIES: Record<(typeof REMEDIABLE)[number], string> = {
  form_failed: 'Publish all files of dist/browser, and look at error.cause of payment-failure.',
  unknown_order: 'Check that resolvePayment returns an order for this reference.',
  origin_not_allowed: 'Add the origin of the page to allowedOrigins of the proxy.',
  order_token_invalid:
    'Create order-token for this reference, with createOrderToken() and the orderTokenSecret of the proxy.',
  order_token_expired: 'Set a new order-token before the old one expires.',
  invalid_request: 'Compare the body of the request with what the proxy and the service expect.',
  not_authorized: 'Check apiKey and baseUrl of the proxy.',
  not_found: 'Mount the proxy there, or correct proxy-url. If the proxy is there, check its baseUrl.',
  body_already_read: 'Mount the proxy before body parsers such as express.json().',
  proxy_error: 'Read the log of the proxy.',
  store_unavailable: 'Check the store of the proxy.',
  service_unreachable: 'Check baseUrl and the network of the proxy.',
};

/** Why the last payment failed, if a developer can fix it. */
export function findInFailure({ settings, session }: WidgetModel): Finding[] {
  const { state } = session;
  const { proxyUrl, reference } = settings.current ?? {};
  if (state.name !== 'failed' || state.error === settings.error || !proxyUrl) return [];
  const { code, message, fieldErrors } = state.error;
  const remedy = (REMEDIES as Partial<Record<string, string>>)[code];
  if (!remedy || fieldErrors) return []; // the form shows errors of fields
  const order = reference ? `reference "${reference}"` : 'no reference';
  return [finding(code, `POST ${proxyUrl}${PAYMENTS_PATH} (${order}): ${message}`, remedy)];
}
