import { isPaymentErrorCode } from '../../contract/errors.js';
import { CONFIG_PATH, PAYMENTS_MODE, toMode } from '../../contract/protocol.js';
import { requestConfig } from '../../payment/request-config.js';
import type { WidgetModel } from '../behaviour/widget-model.js';
import { hint } from './hint.js';
import { isBlocked } from './policy-hints.js';

/** How long events about a blocked request may take, in ms. */
const EVENT_DELAY = 100;

/** Finds out why the configuration of the proxy is unknown, with another request. */
export async function hintAtProxy({ proxy, settings, widget }: WidgetModel): Promise<void> {
  const proxyUrl = settings.current?.proxyUrl;
  if (!proxyUrl || proxy.reportedMode || !navigator.onLine) return;
  const address = proxyUrl + CONFIG_PATH;
  const answered = await requestConfig(proxy.address(proxyUrl)).catch(() => undefined);
  if (!answered) {
    await hintAtSilence(address);
    return;
  }
  const [response, body] = answered;
  const { code } = (body.kind === 'json' ? body.value : {}) as { code?: unknown };
  if (toMode(response.headers.get(PAYMENTS_MODE)) && response.ok) return; // it answers by now
  const answer = `GET ${address} answered ${response.status || 'with a redirect'}`;
  if (code === 'order_token_invalid' || code === 'order_token_expired') {
    const problem = widget.orderToken ? 'the proxy refuses order-token.' : 'order-token is missing.';
    hint(code, proxyUrl, `${answer}: ${problem} Create it for this reference, with createOrderToken() on your server.`);
  } else if (response.status === 404 || response.status === 405) {
    const remedy = 'If you use it, correct proxy-url. A proxy of your own may leave /config out.';
    hint('config_unreachable', proxyUrl, `${answer}. The proxy of this package answers with JSON. ${remedy}`);
  } else if (isPaymentErrorCode(code)) {
    hint(code, proxyUrl, `${answer}. Read the log of the proxy.`);
  } else if (response.ok && body.kind !== 'json') {
    const type = response.headers.get('Content-Type') ?? 'no type';
    hint('not_found', proxyUrl, `${answer} with ${type}, not with JSON. Mount the proxy there, or correct proxy-url.`);
  } else if (!response.ok) {
    hint('config_unreachable', proxyUrl, `${answer}. Read the log of the proxy and of the servers before it.`);
  }
}

/** A browser does not say why there was no response. */
async function hintAtSilence(address: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, EVENT_DELAY));
  if (isBlocked(address)) return; // is logged already
  const isOther = new URL(address).origin !== location.origin;
  const isThere = isOther && (await fetch(address, { mode: 'no-cors', cache: 'no-store' }).then(Boolean, () => false));
  if (isThere) {
    const remedy = `In the proxy, add "${location.origin}" to allowedOrigins.`;
    hint('blocked_by_cors', address, `GET ${address} was answered, but not for pages of ${location.origin}. ${remedy}`);
  } else {
    const ifItRuns = isOther ? ` If it runs, add "${location.origin}" to allowedOrigins.` : '';
    const remedy = `Start the proxy, or correct proxy-url.${ifItRuns}`;
    hint('config_unreachable', address, `GET ${address} got no response that this page may read. ${remedy}`);
  }
}
