import { logError, type PaymentError } from '../contract/errors.js';
import { isCardField } from '../contract/field-names.js';
import { loadModule, notLoaded } from '../contract/load-module.js';
import { toMode } from '../contract/protocol.js';
import { loadBrands } from '../form/card-data-loader.js';
import { addEnglish } from '../i18n/messages.js';
import type { PaymentOutcome } from '../payment/outcome.js';
import type { ProxyClient } from '../payment/proxy-client.js';
import { keyError } from '../settings/credential-guard.js';
import { SETTING_NAMES } from '../settings/settings-table.js';
import { readSimpleSettings, type RawSettings, type Settings, type SettingsResult } from '../settings/settings.js';

type Raw = RawSettings & Pick<ParentNode, 'querySelector'> & { readonly testCard: boolean };

const CHECKS = 'read-settings';

/** Of isolated mode, where scripts of the page may set any order at any time. */
export interface OrderGuard {
  /** Why the page shows another order. `settings` is `undefined` if they are invalid. */
  check(settings: Settings | undefined): PaymentError | undefined;
  /** Waits until the proxy has confirmed the order, or cannot. Never rejects. */
  settle(): Promise<void>;
  /**
   * Returns the order token to send, which is that of the settings.
   * @throws {PaymentError} unless the proxy has confirmed their order
   */
  confirm(settings: Settings): string | undefined;
  /** Else it may be any text of the page. */
  isConfirmed(reference: string | undefined): boolean;
}

export class CheckedSettings {
  /** They stay in force while newer ones are invalid. */
  current: Settings | undefined;
  /** The same object while it is the same error. */
  error: PaymentError | undefined;
  extra: typeof import('./extra-fields.js') | undefined;
  /** Without this file, the proxy refuses other brands. */
  networks: typeof import('./networks.js') | undefined;
  controls: typeof import('../form/slotted-controls.js') | undefined;
  #hasNoNetworks = false;
  /** With it, only own words are shown: shoppers trust the form, and not the page around it. */
  orderGuard: OrderGuard | undefined;
  /** Why something is missing. What is there stays in force, and a payment loads it again. */
  loadError: PaymentError | undefined;
  #checks: typeof import('../settings/read-settings.js') | undefined;
  /** The page may have changed members of objects since. */
  #read: readonly unknown[] = [];
  /** `undefined` if it needs `#checks`. */
  #result: SettingsResult | undefined;
  readonly #proxy: ProxyClient;
  #expectedMode: string | undefined;
  #reported: PaymentError | undefined;

  constructor(proxy: ProxyClient) {
    this.#proxy = proxy;
  }

  set expectedMode(mode: string | undefined) {
    this.#expectedMode = mode;
    this.#proxy.expectedMode = toMode(mode);
  }

  check(raw: Raw): void {
    const result = this.#readIfChanged(raw);
    const isComplete = !this.isIncomplete(raw);
    if (isComplete) this.loadError = undefined;
    if (isComplete && result?.settings) {
      this.current = result.settings;
      void this.#proxy.loadConfig(this.current.proxyUrl);
    } else if (!result && !this.loadError) {
      this.current = undefined; // they are valid or not once the checks are loaded
    }
    const orderError = result && this.orderGuard?.check(result.settings);
    const invalid = (result?.error && orderError) ?? result?.error;
    const blocking = this.#proxy.keyError ?? invalid ?? this.#proxy.refusal;
    const brandsError = this.networks?.brandsError(this.current?.brands, this.#proxy.config.brands);
    this.#setError(blocking ?? orderError ?? brandsError);
  }

  /** The page may have changed members of an object. Settings without one need no `#checks`. */
  checkAgain(raw: Raw): void {
    if (this.#checks) this.#read = [];
    this.check(raw);
  }

  returnUrlFor(outcome: PaymentOutcome): string | undefined {
    const { returnUrl } = this.current ?? {};
    return returnUrl && this.#checks?.addOutcome(returnUrl, outcome);
  }

  /** `undefined` if everything is there. */
  load(raw: Raw): Promise<void> | undefined {
    return this.isIncomplete(raw) ? this.#load(raw) : undefined;
  }

  isIncomplete(raw: Raw): boolean {
    return this.#missing(raw).length > 0;
  }

  async loadChecks(): Promise<void> {
    this.#checks ??= await loadModule(CHECKS, import('../settings/read-settings.js'));
  }

  /** Throws `key_in_browser`, or `not_loaded` before `loadChecks()`. */
  readMetadata(metadata: object | undefined, values: object): Record<string, string> | undefined {
    if (!this.#checks) throw notLoaded(CHECKS);
    this.#checks.checkKeys('metadata', metadata);
    return this.#checks.readMetadata(metadata, values);
  }

  async #load(raw: Raw): Promise<void> {
    try {
      while (this.isIncomplete(raw)) await Promise.all(this.#missing(raw).map((load) => load.call(this)));
      this.loadError = undefined;
    } catch (error) {
      if ((error as PaymentError).message !== this.loadError?.message) this.loadError = error as PaymentError;
    }
  }

  #missing(raw: Raw): (() => Promise<void>)[] {
    const { brands, networksOf, fields, testCard } = raw;
    const { config } = this.#proxy;
    const hasExtra = testCard || namesIn(fields).some((name) => name && !isCardField(name));
    const hasNetworks = brands || networksOf || config.brands || config.networks;
    const missing = [];
    if (hasExtra && !this.extra) missing.push(this.#loadExtra);
    if (hasNetworks && !this.networks && !this.#hasNoNetworks) missing.push(this.#loadNetworks);
    if (!this.controls && raw.querySelector(':scope > [slot=before-button]')) missing.push(this.#loadControls);
    if (!this.#readIfChanged(raw)) missing.push(() => this.loadChecks());
    return missing;
  }

  async #loadExtra(): Promise<void> {
    this.extra = await loadModule('extra-fields', import('./extra-fields.js'));
    addEnglish(this.extra.EXTRA_ENGLISH);
  }

  async #loadNetworks(): Promise<void> {
    try {
      const loading = loadModule('networks', import('./networks.js'));
      await Promise.all([this.#loadExtra(), loadBrands()]);
      this.networks = await loading;
    } catch (error) {
      this.#hasNoNetworks = true;
      logError(error as PaymentError);
    }
  }

  async #loadControls(): Promise<void> {
    this.controls = await loadModule('slotted-controls', import('../form/slotted-controls.js'));
  }

  #readIfChanged(raw: RawSettings): SettingsResult | undefined {
    const mode = this.#expectedMode;
    const read = [
      ...SETTING_NAMES.map((name) => raw[name]),
      ...[mode, raw.ownerDocument.location.href, this.extra, this.#checks],
    ];
    if (read.some((value, index) => !Object.is(value, this.#read[index]))) {
      this.#read = read;
      this.#result = this.#checks?.readSettings(raw, mode, this.extra) ?? readSimpleSettings(raw, mode);
    }
    return this.#result;
  }

  refuseCredential(name: string): void {
    this.#proxy.keyError = keyError(`"${name}" on the element`);
  }

  /** The proxy may have reported another mode since. Errors that are not of the settings are ignored. */
  markReported({ message }: PaymentError): void {
    if (message === this.#proxy.refusal?.message) this.#setError(this.#proxy.refusal);
    if (message === this.error?.message) this.#reported = this.error;
  }

  /** Logs it, too. */
  takeUnreported(): PaymentError | undefined {
    const error = this.error ?? this.loadError;
    if (error === this.#reported) return undefined;
    this.#reported = error;
    if (error) logError(error);
    return error;
  }

  #setError(error: PaymentError | undefined): void {
    if (error?.message !== this.error?.message) this.error = error;
  }
}

function namesIn(fields: unknown): readonly string[] {
  return typeof fields === 'string' ? fields.split(/\s+/) : [];
}
