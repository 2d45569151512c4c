import { OnDemand } from '../contract/on-demand.js';
import { isLoopback } from '../contract/security.js';
import type { Finding } from '../hints/hints.js';
import type { PaymentSession } from '../payment/payment-session.js';
import type { ProxyClient } from '../payment/proxy-client.js';
import type { CheckedSettings } from './checked-settings.js';
import type { Widget } from './widget-properties.js';

export const setupHints = new OnDemand('setup-hints', () => import('../hints/setup-hints.js'));

/** What is suspicious about a form, for the developer of its page. */
export class FormHints {
  /** The worst finding, shown beside the form. */
  hint: HTMLElement | undefined;
  readonly widget: Widget;
  readonly settings: CheckedSettings;
  readonly session: PaymentSession;
  readonly #isFramed: boolean;

  /** @param isFramed - the page around the frame gives hints */
  constructor(widget: Widget, settings: CheckedSettings, session: PaymentSession, isFramed: boolean) {
    this.widget = widget;
    this.settings = settings;
    this.session = session;
    this.#isFramed = isFramed;
  }

  get proxy(): ProxyClient {
    return this.settings.proxy;
  }

  async diagnose(isLogged = false): Promise<Finding[]> {
    if (this.#isFramed) return [];
    return (await setupHints.load()).diagnoseForm(this, isLogged);
  }

  /** Gives hints in test mode. Without a mode, the proxy must not respond, or the page must be on this computer. */
  give(): void {
    const { mode, isSilent } = this.proxy;
    const isAllowed = mode ? mode === 'test' : isSilent || isLoopback(location.hostname);
    if (isAllowed) void this.diagnose(true).catch(() => undefined);
    else this.hint = undefined;
  }
}
