import { PaymentError } from '../../contract/errors.js';
import { addOutcome, parseReturnUrl } from '../../settings/return-url.js';
import { addressOf, isAbsent, isMissing, parseProxyUrl } from '../../settings/usual-settings.js';
import { FRAME_SETTINGS, type FrameSetting, type FrameSettings } from '../messages/shared.js';
import type { PaymentWidget } from '../../element/payment-widget.js';

/** Functions would be called with answers about the card. Texts and decimals could show a false price, or name a field of the card otherwise. */
const NOT_OF_PAGE = ['buildRequest', 'interpretResponse', 'networksOf', 'messages', 'currencyExponents'] as const;

/** Longer than any setting may be. */
const MAX_TEXT = 5000;

/** The frame checks the other settings. */
export function findHostError(element: PaymentWidget): PaymentError | undefined {
  if (isMissing(element.proxyUrl)) {
    const expected = 'the address of your proxy on another origin, such as https://pay.shop.example/pay';
    return new PaymentError('missing_proxy_url', `proxy-url is missing. Expected ${expected}.`);
  }
  if (!parseProxyUrl(element)) {
    const expected = 'an https address (http only on localhost) without user, query or fragment';
    return new PaymentError('invalid_proxy_url', `proxy-url is invalid. Expected ${expected}.`);
  }
  if (!frameAddress(element)) {
    const message =
      'proxy-url has the origin of the page, so scripts of the page could read the card. Expected another origin.';
    return new PaymentError('not_isolated', message);
  }
  const name = NOT_OF_PAGE.find((it) => !isAbsent(element[it]));
  if (name) {
    const message = `${name} is set on the element. Expected the proxy to decide about it.`;
    return new PaymentError('isolated_setting', message);
  }
  const { returnUrl } = element;
  if (isMissing(returnUrl) || parseReturnUrl(returnUrl, addressOf(document))) return undefined;
  const expected = 'an https URL, or a URL of the origin of the page, without user, such as "/thanks"';
  return new PaymentError('invalid_return_url', `return-url is invalid. Expected ${expected}.`);
}

/** `undefined` if scripts of the page could read the frame, too. */
export function frameAddress(widget: PaymentWidget): string | undefined {
  const url = parseProxyUrl(widget);
  return url === undefined || new URL(url).origin === origin ? undefined : `${url}/frame`;
}

export function returnUrlFor(
  { returnUrl }: PaymentWidget,
  outcome: { readonly outcome: string; readonly reference: string | undefined },
): string | undefined {
  const url = isMissing(returnUrl) ? undefined : parseReturnUrl(returnUrl, addressOf(document));
  return url && addOutcome(url, outcome);
}

/** `others` count first, also if they are `undefined`: as a property, `mode` is what the proxy reports. */
export function readFrameSettings(element: PaymentWidget, others: FrameSettings): FrameSettings {
  const read = (name: FrameSetting) => (Object.hasOwn(others, name) ? others[name] : element[name]);
  return Object.fromEntries(FRAME_SETTINGS.map((name) => [name, toPlain(read(name))]));
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
  if (isAbsent(value) || typeof value === 'boolean' || Number.isFinite(value)) return value;
  return (typeof value === 'string' ? value : Object.prototype.toString.call(value)).slice(0, MAX_TEXT);
}
