import { PaymentError } from '../../contract/errors.js';
import type { Widget } from '../../element/widget-properties.js';
import { explainSetting, PROXY_URL, RETURN_URL } from '../../settings/check-setting.js';
import { OF_FRAME, OF_PROXY, type FrameSettings } from '../../settings/settings-table.js';
import { isAbsent, readReturnUrl } from '../../settings/settings.js';
import { addOutcome, parseProxyUrl } from '../../settings/urls.js';

/** The frame checks the other settings. */
export function findHostError(widget: Widget): PaymentError | undefined {
  const { proxyUrl, returnUrl } = widget;
  if (parseProxyUrl(widget) === undefined) return explainSetting('proxyUrl', PROXY_URL, proxyUrl);
  if (!frameAddress(widget)) {
    const problem = 'proxy-url has the origin of the page, so scripts of the page could read the card';
    return new PaymentError(
      'not_isolated',
      `${problem}. Expected another origin, such as https://pay.shop.example/pay.`,
    );
  }
  const name = (Object.keys(OF_PROXY) as (keyof typeof OF_PROXY)[]).find((setting) => !isAbsent(widget[setting]));
  if (name)
    return new PaymentError(
      'isolated_setting',
      `${name} is set on the element. Expected the proxy to decide about it.`,
    );
  return readReturnUrl(returnUrl, widget) === null ? explainSetting('returnUrl', RETURN_URL, returnUrl) : undefined;
}

/** Returns `undefined` if scripts of the page could read the frame, too. */
export function frameAddress(widget: Widget): string | undefined {
  const url = parseProxyUrl(widget);
  return url === undefined || new URL(url).origin === origin ? undefined : `${url}/frame`;
}

export function returnUrlFor(
  widget: Widget,
  outcome: { readonly outcome: string; readonly reference: string | undefined },
): string | undefined {
  const url = readReturnUrl(widget.returnUrl, widget);
  return url ? addOutcome(url, outcome) : undefined;
}

interface FrameChoices {
  /** Whether the page has something before the button, which is outside of the frame then. */
  readonly hasControls?: boolean;
  /** The values of these controls. */
  readonly values?: object;
}

export function readFrameSettings(widget: Widget, { hasControls = false, values = {} }: FrameChoices): FrameSettings {
  const { withoutButton, submitOnEnter, metadata } = widget;
  const others: FrameSettings = {
    withoutButton: hasControls || withoutButton,
    submitOnEnter: (hasControls && !withoutButton) || submitOnEnter,
    metadata: Object.keys(values).length > 0 ? { ...metadata, ...values } : metadata,
  };
  const names = Object.keys(OF_FRAME) as (keyof FrameSettings)[];
  const settings = { ...Object.fromEntries(names.map((name) => [name, widget[name]])), ...others };
  return Object.fromEntries(names.map((name) => [name, toPlain(settings[name])]));
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

/** Replaces any other value by a text that stays invalid. */
function toPrimitive(value: unknown): unknown {
  const isPlain = isAbsent(value) || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
  return isPlain ? value : Object.prototype.toString.call(value);
}
