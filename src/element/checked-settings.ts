import { logError, type PaymentError } from '../contract/errors.js';
import { notLoaded } from '../contract/on-demand.js';
import type { PaymentOutcome } from '../payment/outcome.js';
import type { ProxyClient } from '../payment/proxy-client.js';
import { keyError } from '../settings/credential-guard.js';
import { SETTING_NAMES } from '../settings/settings-table.js';
import { readSettings, type RawSettings, type Settings, type SettingsResult } from '../settings/settings.js';
import { addOutcome } from '../settings/urls.js';
import type { FormParts, NeedyForm } from './form-parts.js';

type Raw = RawSettings & NeedyForm;

/** Checks the order of the settings in isolated mode, where scripts of the page may set any order at any time. */
export interface OrderGuard {
  /** Returns why the page shows another order. `settings` is `undefined` if they are invalid. */
  check(settings: Settings | undefined): PaymentError | undefined;
  /** Waits until the proxy has confirmed the order, or cannot. Never rejects. */
  settle(): Promise<void>;
  /**
   * Returns the order token to send, which is that of the settings.
   * @throws {PaymentError} unless the proxy has confirmed their order
   */
  confirm(settings: Settings): string | undefined;
  /** Whether the proxy has confirmed a reference. Others may be any text of the page. */
  isConfirmed(reference: string | undefined): boolean;
}

/** The settings of an element, and why they are refused. */
export class CheckedSettings {
  /** The last valid settings. They stay in force while newer ones are invalid. */
  current: Settings | undefined;
  /** Why the settings are refused. It stays the same object while its message is the same. */
  error: PaymentError | undefined;
  readonly proxy: ProxyClient;
  /** With a guard, no words of the page are shown: shoppers trust the form, and not the page around it. */
  readonly orderGuard: OrderGuard | undefined;
  readonly #parts: FormParts;
  /** The values that were read last. The page may have changed members of objects since. */
  #read: readonly unknown[] = [];
  /** The result of reading them; `undefined` if that needs checks that are not loaded. */
  #result: SettingsResult | undefined;
  #reported: PaymentError | undefined;

  constructor(proxy: ProxyClient, parts: FormParts, orderGuard: OrderGuard | undefined) {
    this.proxy = proxy;
    this.#parts = parts;
    this.orderGuard = orderGuard;
  }

  /** Why nothing can be paid: the settings are wrong, or a part of the form is missing. */
  get problem(): PaymentError | undefined {
    return this.error ?? this.#parts.loadError;
  }

  check(raw: Raw): void {
    const { proxy } = this;
    const parts = this.#parts;
    const result = this.#readIfChanged(raw);
    this.#accept(result, parts.missing(raw, this).length === 0);
    const orderError = result && this.orderGuard?.check(result.settings);
    const invalid = (result?.error && orderError) ?? result?.error;
    const blocking = proxy.keyError ?? invalid ?? proxy.refusal;
    const brandsError = parts.networks.current?.brandsError(this.current?.brands, proxy.config.brands);
    this.#setError(blocking ?? orderError ?? brandsError);
  }

  #accept(result: SettingsResult | undefined, isComplete: boolean): void {
    const { proxy } = this;
    const parts = this.#parts;
    if (isComplete) parts.loadError = undefined;
    if (isComplete && result?.settings) {
      this.current = result.settings;
      void proxy.loadConfig(this.current.proxyUrl);
    } else if (!result && !parts.loadError) {
      this.current = undefined; // the checks, once loaded, tell whether they are valid
    }
  }

  /** Reads objects again, too, because the page may have changed their members. Only loaded checks read objects. */
  checkAgain(raw: Raw): void {
    if (this.#parts.checks.current) this.#read = [];
    this.check(raw);
  }

  returnUrlFor(outcome: PaymentOutcome): string | undefined {
    const { returnUrl } = this.current ?? {};
    return returnUrl && addOutcome(returnUrl, outcome);
  }

  canRead(raw: Raw): boolean {
    return this.#readIfChanged(raw) !== undefined;
  }

  /** @throws {PaymentError} `key_in_browser`, or `not_loaded` before the checks are loaded */
  readMetadata(metadata: object | undefined, values: object): Record<string, string> | undefined {
    const { current } = this.#parts.checks;
    if (!current) throw notLoaded('read-settings');
    const key = current.findKey('metadata', metadata);
    if (key) throw keyError(key);
    return current.readMetadata(metadata, values);
  }

  #readIfChanged(raw: RawSettings): SettingsResult | undefined {
    const checks = this.#parts.checks.current;
    const extra = this.#parts.extra.current;
    const read = [...SETTING_NAMES.map((name) => raw[name]), raw.ownerDocument.location.href, extra, checks];
    if (read.some((value, index) => !Object.is(value, this.#read[index]))) {
      this.#read = read;
      this.#result = readSettings(raw, checks, extra);
    }
    return this.#result;
  }

  refuseCredential(name: string): void {
    this.proxy.keyError = keyError(`"${name}" on the element`);
  }

  /** Remembers that an error of the settings was reported, or one of a proxy that has reported another mode since. */
  markReported({ message }: PaymentError): void {
    if (message === this.proxy.refusal?.message) this.#setError(this.proxy.refusal);
    if (message === this.error?.message) this.#reported = this.error;
  }

  /** Returns an error once, and logs it. */
  takeUnreported(): PaymentError | undefined {
    const error = this.problem;
    if (error === this.#reported) return undefined;
    this.#reported = error;
    if (error) logError(error);
    return error;
  }

  #setError(error: PaymentError | undefined): void {
    if (error?.message !== this.error?.message) this.error = error;
  }
}
