import { PaymentError } from '../../contract/errors.js';
import { isOptionalField } from '../../contract/field-names.js';
import { toMode } from '../../contract/protocol.js';
import type { ProxyClient } from '../../payment/proxy-client.js';
import { keyError } from '../../settings/credential-guard.js';
import { decideMode, modeError, type ModeDecision } from '../../settings/mode.js';
import { readSettings, type RawSettings, type Settings } from '../../settings/read-settings.js';

/** Rules, texts and helpers of the fields beyond the card, and of the test-card button. */
export type OptionalFields = typeof import('../../form/optional-fields.js');

/** Limit for loading the optional fields, in ms. */
const LOAD_TIMEOUT = 10_000;

/** The settings of an element, and the configuration error that blocks it. */
export class WidgetSettings {
  /** The last valid settings. They stay in force while newer ones are invalid. */
  current: Settings | undefined;
  /** Blocking configuration error, if any. The same object while it is the same error. */
  error: PaymentError | undefined;
  optional: OptionalFields | undefined;
  /** Set if `optional` could not be loaded. */
  loadError: PaymentError | undefined;
  readonly #proxy: ProxyClient;
  #expectedMode: string | undefined;
  #credentialError: PaymentError | undefined;
  #reported: PaymentError | undefined;
  #logged: string | undefined;
  #hasWarned = false;

  constructor(proxy: ProxyClient) {
    this.#proxy = proxy;
  }

  /** Sets the `mode` of the page, unchecked. */
  set expectedMode(mode: string | undefined) {
    this.#expectedMode = mode;
    this.#proxy.expectedMode = toMode(mode);
  }

  get mode(): ModeDecision {
    return decideMode(this.#proxy.expectedMode, this.#proxy.reportedMode);
  }

  /** Checks all settings, and requests the proxy's configuration if they are valid. */
  check(raw: RawSettings & { readonly testCard: boolean }): void {
    const { settings, error } = readSettings(raw, this.#expectedMode, this.optional);
    if (settings) {
      this.current = settings;
      void this.#proxy.loadConfig(settings.proxyUrl);
    }
    if (!this.needsOptional(raw)) this.loadError = undefined;
    const blocking = this.#credentialError ?? error ?? this.loadError ?? modeError(this.mode);
    this.#setError(blocking ?? this.#encryptionError());
  }

  /** Requests the proxy's configuration if the settings are valid. */
  requestConfig(raw: RawSettings): void {
    const { settings } = readSettings(raw, this.#expectedMode, this.optional);
    if (settings) void this.#proxy.loadConfig(settings.proxyUrl);
  }

  /** Checks again what the proxy may have reported since. @returns why nothing may be sent */
  recheck(): PaymentError | undefined {
    const error = this.#credentialError ?? modeError(this.mode);
    if (!error) return undefined;
    this.#setError(error);
    return this.error;
  }

  /**
   * Loads the code of the optional fields, if a field or the test-card button needs it.
   * @returns `undefined` if it is there or not needed
   */
  load(raw: RawSettings & { readonly testCard: boolean }): Promise<void> | undefined {
    if (!this.needsOptional(raw)) return undefined;
    this.loadError = undefined;
    return this.#load();
  }

  needsOptional({ fields, testCard }: { readonly fields: unknown; readonly testCard: boolean }): boolean {
    const names = typeof fields === 'string' ? fields.split(/\s+/) : [];
    return !this.optional && (testCard || names.some(isOptionalField));
  }

  async #load(): Promise<void> {
    try {
      this.optional = await withTimeout(import('../../form/optional-fields.js'), LOAD_TIMEOUT);
    } catch (cause) {
      const message = 'optional-fields.js could not be loaded. Expected it beside payment-widget.js, or in a chunk.';
      this.loadError = new PaymentError('form_failed', message, { cause });
    }
  }

  /** Blocks the element permanently: a credential was set on it. */
  refuseCredential(name: string): void {
    this.#credentialError = keyError(`"${name}" on the element`);
  }

  /** Logs the error once. */
  log(error: PaymentError): void {
    const line = `<payment-widget>: ${error.code}: ${error.message}`;
    if (line !== this.#logged) console.error(line);
    this.#logged = line;
  }

  /** Marks a configuration error as reported by the payment that it prevented. Other errors are ignored. */
  markReported(error: PaymentError): void {
    if (error === this.#proxy.encryption.error) this.#setError(error); // found only now
    if (error === this.error) this.#reported = error;
  }

  /** Returns an unreported error once. */
  takeUnreported(): PaymentError | undefined {
    const unreported = this.error === this.#reported ? undefined : this.error;
    this.#reported = this.error;
    return unreported;
  }

  #setError(error: PaymentError | undefined): void {
    if (error?.message !== this.error?.message) this.error = error;
  }

  #encryptionError(): PaymentError | undefined {
    if (!this.current?.requireEncryption || !this.#proxy.neverEncrypts) return this.#proxy.encryption.error;
    return new PaymentError(
      'invalid_encryption_key',
      'require-encryption is set, but the proxy has no encryption_key in /config. No card is sent.',
    );
  }

  /** Warns once if the page expects Live and the proxy holds a Test key. */
  warnOfTestKey(): void {
    if (!this.mode.warn || this.#hasWarned) return;
    this.#hasWarned = true;
    console.warn('<payment-widget>: mode is "live", but the proxy holds a Test key. No real money will move.');
  }
}

function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`Not loaded after ${ms} ms.`));
    }, ms);
  });
  return Promise.race([promise, timeout]).finally(() => {
    clearTimeout(timer);
  });
}
