import { isPaymentErrorCode } from '../../contract/errors.js';
import { CONFIG_PATH, PAYMENTS_MODE, toMode } from '../../contract/protocol.js';
import { requestConfig } from '../../payment/request-config.js';
import type { WidgetModel } from '../behaviour/widget-model.js';
import { finding, type Finding } from './finding.js';
import { isBlocked } from './policy-hints.js';

/** How long events about a blocked request may take, in ms. */
const EVENT_DELAY = 100;

/** Finds out why the configuration of the proxy is unknown, with another request. */
export async function findInProxy({ proxy, settings, widget }: WidgetModel): Promise<Finding[]> {
  const proxyUrl = settings.current?.proxyUrl;
  if (!proxyUrl || proxy.reportedMode || !navigator.onLine) return [];
  const address = proxyUrl + CONFIG_PATH;
  const answered = await requestConfig(proxy.address(proxyUrl)).catch(() => undefined);
  const found = answered ? explainAnswer(answered, address, !!widget.orderToken) : await explainSilence(address);
  return found ? [found] : [];
}

function explainAnswer(
  [response, body]: Awaited<ReturnType<typeof requestConfig>>,
  address: string,
  hasToken: boolean,
): Finding | undefined {
  const { code } = (body.kind === 'json' ? body.value : {}) as { code?: unknown };
  if (toMode(response.headers.get(PAYMENTS_MODE)) && response.ok) return undefined; // it answers by now
  const answer = `GET ${address} answered ${response.status || 'with a redirect'}`;
  if (code === 'order_token_invalid' || code === 'order_token_expired') {
    const problem = hasToken ? 'the proxy refuses order-token.' : 'order-token is missing.';
    return finding(
      code,
      `${answer}: ${problem} Expected a valid token.`,
      'Create it for this reference, with createOrderToken() on your server.',
    );
  }
  if (response.status === 404 || response.status === 405) {
    const remedy = 'If you use it, correct proxy-url. A proxy of your own may leave /config out.';
    const problem = `${answer}. Expected JSON, as the proxy of this package answers.`;
    return finding('config_unreachable', problem, remedy, 'note');
  }
  if (isPaymentErrorCode(code)) {
    return finding(code, `${answer}. Expected 200.`, 'Read the log of the proxy.');
  }
  if (response.ok && body.kind !== 'json') {
    const type = (response.headers.get('Content-Type') ?? 'no type').replace(/;.*$/, '');
    return finding(
      'not_found',
      `${answer} with ${type}, not with JSON. Expected the proxy.`,
      'Mount the proxy there, or correct proxy-url.',
    );
  }
  if (response.ok) return undefined;
  return finding(
    'config_unreachable',
    `${answer}. Expected 200.`,
    'Read the log of the proxy and of the servers before it.',
  );
}

/** A browser does not say why there was no response. */
async function explainSilence(address: string): Promise<Finding | undefined> {
  await new Promise((resolve) => setTimeout(resolve, EVENT_DELAY));
  if (isBlocked(address)) return undefined; // is found already
  const isOther = new URL(address).origin !== location.origin;
  const isThere = isOther && (await fetch(address, { mode: 'no-cors', cache: 'no-store' }).then(Boolean, () => false));
  if (isThere) {
    const remedy = `In the proxy, add "${location.origin}" to allowedOrigins.`;
    const problem = `GET ${address} was answered, but not for pages of ${location.origin}. Expected CORS headers.`;
    return finding('blocked_by_cors', problem, remedy);
  }
  const ifItRuns = isOther ? ` If it runs, add "${location.origin}" to allowedOrigins.` : '';
  const problem = `GET ${address} got no response that this page may read. Expected JSON.`;
  return finding('config_unreachable', problem, `Start the proxy, or correct proxy-url.${ifItRuns}`);
}
