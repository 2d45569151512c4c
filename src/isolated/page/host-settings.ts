import type { PaymentError } from '../../contract/errors.js';
import type { Widget } from '../../element/widget-properties.js';
import { addOutcome, checkSetting, fail, PROXY_URL, RETURN_URL } from '../../settings/check-setting.js';
import { OF_FRAME, OF_PROXY, type FrameSettings } from '../../settings/settings-table.js';
import { addressOf, isAbsent, parseProxyUrl, parseUrl } from '../../settings/settings.js';

/** The frame checks the other settings. */
export function findHostError(widget: Widget): PaymentError | undefined {
  try {
    checkSetting('proxyUrl', PROXY_URL, widget);
    if (!frameAddress(widget)) {
      const problem = 'proxy-url has the origin of the page, so scripts of the page could read the card';
      fail('not_isolated', problem, 'another origin, such as https://pay.shop.example/pay');
    }
    const name = (Object.keys(OF_PROXY) as (keyof typeof OF_PROXY)[]).find((it) => !isAbsent(widget[it]));
    if (name) fail('isolated_setting', `${name} is set on the element`, 'the proxy to decide about it');
    checkSetting('returnUrl', RETURN_URL, widget);
    return undefined;
  } catch (error) {
    return error as PaymentError;
  }
}

/** `undefined` if scripts of the page could read the frame, too. */
export function frameAddress(widget: Widget): string | undefined {
  const url = parseProxyUrl(widget);
  return url === undefined || new URL(url).origin === origin ? undefined : `${url}/frame`;
}

export function returnUrlFor(
  { returnUrl }: Widget,
  outcome: { readonly outcome: string; readonly reference: string | undefined },
): string | undefined {
  const url = parseUrl(returnUrl, addressOf(document));
  return url && addOutcome(url, outcome);
}

/** `others` count first. */
export function readFrameSettings(element: Widget, others: FrameSettings): FrameSettings {
  const names = Object.keys(OF_FRAME) as (keyof FrameSettings)[];
  return Object.fromEntries(names.map((name) => [name, toPlain(others[name] ?? element[name])]));
}

function toPlain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return toPrimitive(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, member = null]) => [
      name,
      typeof member === 'object' ? null : toPrimitive(member),
    ]),
  );
}

/** Other values stay invalid. */
function toPrimitive(value: unknown): unknown {
  const isPlain = isAbsent(value) || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
  return isPlain ? value : Object.prototype.toString.call(value);
}
