import { readSettings, type RawSettings, type Settings } from '../settings/read-settings.js';
import { PaymentError } from '../contract/errors.js';
import { keyError } from '../settings/credential-guard.js';
import { decideMode, modeError, type ModeDecision } from '../settings/mode.js';
import { loadExtras, type Extras } from '../on-demand.js';
import { isOptionalField } from '../contract/field-names.js';
import { ProxyStatus } from '../payment/proxy-client.js';
import { realClock, withinTime } from '../transport/clock.js';
import { toMode, type Mode } from '../contract/protocol.js';

/** How long a form waits for the part that its fields need, in ms; then the page is told. */
const EXTRAS_TIMEOUT = 10_000;

/** Whether the page is set up so that somebody can pay: settings, test or live, and no key in the page. */
export class Setup {
  /** The last settings that were right; they stay in force for what is drawn while newer ones are wrong. */
  configuration: Settings | undefined;
  /** What the developer has to mend before anything can be paid. The same object while it is the same error. */
  error: PaymentError | undefined;
  /** The `mode` that the page gave, unchecked. */
  expectedMode: string | undefined;
  /** What the fields beyond the card need, once it is there. */
  extras: Extras | undefined;
  readonly proxy: ProxyStatus;
  #refusedKey: PaymentError | undefined;
  #logged: string | undefined;
  #told: PaymentError | undefined;
  #warned = false;
  #notLoaded: PaymentError | undefined;

  /** @param onProxySettled - called when the proxy has said what it can do, or is known not to say */
  constructor(onProxySettled: () => void) {
    this.proxy = new ProxyStatus(() => {
      this.#warn();
      onProxySettled();
    });
  }

  get decision(): ModeDecision {
    return decideMode(toMode(this.expectedMode), this.proxy.reportedMode);
  }

  /** Takes the mode from an answer of the proxy. */
  learnMode(mode: Mode): void {
    this.proxy.reportedMode = mode;
    this.#warn();
  }

  /**
   * Checks everything, and loads the part for the optional fields if the settings need it.
   * @param isAgain - whether it was just asked: what could not be loaded then is not waited for once more
   * @returns `undefined` when it is there already, or nothing is needed
   */
  prepare(raw: RawSettings & { readonly testCard: boolean }, isAgain: boolean): Promise<unknown> | undefined {
    const names = typeof raw.fields === 'string' ? raw.fields.split(/\s+/) : [];
    const hasFailed = isAgain && this.#notLoaded !== undefined;
    if (!hasFailed) this.#notLoaded = undefined;
    const isNeeded = raw.testCard || names.some((name) => isOptionalField(name));
    this.check(raw); // the proxy is asked meanwhile
    if (!isNeeded || this.extras || hasFailed) return undefined;
    return this.#loadExtras().then(() => {
      this.check(raw);
    });
  }

  async #loadExtras(): Promise<void> {
    try {
      this.extras = await withinTime(EXTRAS_TIMEOUT, realClock, loadExtras);
    } catch (cause) {
      const message =
        'extras.js could not be loaded. Expected it beside the script, or in the chunks of a bundler: it has the fields beyond the card, and the test-card button.';
      this.#notLoaded = new PaymentError('form_failed', message, { cause });
    }
  }

  /** Checks everything anew. */
  check(raw: RawSettings): void {
    this.#setError(
      this.#refusedKey ?? this.#read(raw) ?? this.#notLoaded ?? modeError(this.decision) ?? this.#checkEncryption(),
    );
  }

  /**
   * Looks once more, before something is sent, for what may have come to light meanwhile.
   * @returns why nothing may be sent
   */
  refuse(): PaymentError | undefined {
    const error = this.#refusedKey ?? modeError(this.decision);
    if (!error) return undefined;
    this.#setError(error);
    return this.error;
  }

  /** Remembers for good that a key was put into the page, by its name only. */
  refuseKey(name: string): void {
    this.#refusedKey = keyError(`"${name}" on the element`);
  }

  /** Tells the developer, once. */
  log(error: PaymentError): void {
    const line = `<payment-widget>: ${error.code}: ${error.message}`;
    if (line !== this.#logged) console.error(line);
    this.#logged = line;
  }

  /** Takes over an error that came out only when it was to be paid, and that the page is told about there. */
  takeOver(error: PaymentError): void {
    this.error = error;
    this.takeNews();
  }

  /** The error, unless the page has been told about it already. */
  takeNews(): PaymentError | undefined {
    const news = this.error === this.#told ? undefined : this.error;
    this.#told = this.error;
    return news;
  }

  #setError(error: PaymentError | undefined): void {
    if (error?.message !== this.error?.message) this.error = error;
  }

  #read(raw: RawSettings): PaymentError | undefined {
    const { settings, error } = readSettings(raw, this.expectedMode, this.extras);
    if (error) return error;
    this.configuration = settings;
    void this.proxy.ask(this.configuration.proxyUrl);
    return undefined;
  }

  #checkEncryption(): PaymentError | undefined {
    const { encryption, neverEncrypts } = this.proxy;
    if (!this.configuration?.requireEncryption || !neverEncrypts) return encryption.error;
    const problem = 'require-encryption is set, but the proxy gives no encryption_key in /config.';
    return new PaymentError('invalid_encryption_key', `${problem} Expected one. No card is sent.`);
  }

  #warn(): void {
    if (!this.decision.warn || this.#warned) return;
    this.#warned = true;
    console.warn(
      '<payment-widget>: the page says mode="live", but the proxy holds a Test key. No real money will move.',
    );
  }
}
