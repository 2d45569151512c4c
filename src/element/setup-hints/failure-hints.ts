import type { PaymentError } from '../../contract/errors.js';
import { PAYMENTS_PATH } from '../../contract/protocol.js';
import type { REMEDIABLE } from '../behaviour/load-setup-hints.js';
import type { WidgetModel } from '../behaviour/widget-model.js';
import { hint } from './hint.js';

/** What the developer does about errors that no shopper causes. */
const REMEDIES: Record<(typeof REMEDIABLE)[number], string> = {
  form_failed: 'Publish all files of dist/browser, and look at the cause.',
  encryption_failed: 'Publish all files of dist/browser, and look at the cause.',
  unknown_order: 'Check that resolvePayment returns an order for this reference.',
  origin_not_allowed: 'Add the origin of the page to allowedOrigins of the proxy.',
  order_token_invalid:
    'Create order-token for this reference, with createOrderToken() and the orderTokenSecret of the proxy.',
  order_token_expired: 'Set a new order-token before the old one expires.',
  invalid_request: 'Compare the body of the request with what the proxy and the service expect.',
  not_authorized: 'Check apiKey and baseUrl of the proxy.',
  not_found: 'Mount the proxy there, or correct proxy-url. If the proxy is there, check its baseUrl.',
  body_already_read: 'Mount the proxy before body parsers such as express.json().',
  proxy_error: 'Read the log of the proxy, and look at the cause.',
  store_unavailable: 'Check the store of the proxy.',
  service_unreachable: 'Check baseUrl and the network of the proxy.',
};

export function hintAtFailure({ settings, widget }: WidgetModel, error: PaymentError): void {
  const { code, message, cause, fieldErrors } = error;
  const remedy = (REMEDIES as Partial<Record<string, string>>)[code];
  const proxyUrl = settings.current?.proxyUrl;
  if (!remedy || !proxyUrl || fieldErrors) return; // the form shows errors of fields
  const order = widget.reference ? `reference "${widget.reference}"` : 'no reference';
  hint(
    code,
    code === 'unknown_order' ? order : proxyUrl,
    `POST ${proxyUrl}${PAYMENTS_PATH} (${order}): ${message} ${remedy}`,
    cause,
  );
}
