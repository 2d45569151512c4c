import type { PaymentError } from '../contract/errors.js';
import type { ProxyClient } from '../payment/proxy-client.js';
import { SETTING_NAMES } from '../settings/settings-table.js';
import { readSettings, type RawSettings, type Settings, type SettingsResult } from '../settings/settings.js';
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

  constructor(proxy: ProxyClient, parts: FormParts, orderGuard: OrderGuard | undefined) {
    this.proxy = proxy;
    this.#parts = parts;
    this.orderGuard = orderGuard;
  }

  /** Why nothing can be paid: the settings are wrong, or a part of the form is missing. */
  get problem(): PaymentError | undefined {
    return this.error ?? this.#parts.loadError;
  }

  /** Puts valid settings in force, and returns them, once all parts that they need are loaded. */
  accept(raw: Raw, isComplete: boolean): Settings | undefined {
    const result = this.#readIfChanged(raw);
    if (isComplete && result?.settings) return (this.current = result.settings);
    if (!result && !this.#parts.loadError) this.current = undefined; // the checks, once loaded, tell whether they are valid
    return undefined;
  }

  /** Finds why the settings are refused, by themselves or by what the proxy has reported so far. */
  check(): void {
    const { proxy } = this;
    const result = this.#result;
    const orderError = result && this.orderGuard?.check(result.settings);
    const invalid = (result?.error && orderError) ?? result?.error;
    const blocking = proxy.keyError ?? invalid ?? proxy.refusal;
    const brandsError = this.#parts.networks.current?.brandsError(this.current?.brands, proxy.config.brands);
    this.refuse(blocking ?? orderError ?? brandsError);
  }

  refuse(error: PaymentError | undefined): void {
    if (error?.message !== this.error?.message) this.error = error;
  }

  /** Makes the next check read objects again, too: the page may have changed their members. Only loaded checks read objects. */
  expire(): void {
    if (this.#parts.checks.current) this.#read = [];
  }

  canRead(raw: Raw): boolean {
    return this.#readIfChanged(raw) !== undefined;
  }

  #readIfChanged(raw: RawSettings): SettingsResult | undefined {
    const checks = this.#parts.checks.current;
    const contact = this.#parts.contact.current;
    const read = [...SETTING_NAMES.map((name) => raw[name]), raw.ownerDocument.location.href, contact, checks];
    if (read.some((value, index) => !Object.is(value, this.#read[index]))) {
      this.#read = read;
      this.#result = readSettings(raw, checks, contact);
    }
    return this.#result;
  }
}
