import { logError, type PaymentError } from '../contract/errors.js';
import { isCardField } from '../contract/field-names.js';
import { OnDemand } from '../contract/on-demand.js';
import { loadBrands } from '../form/card-data-loader.js';
import { addEnglish } from '../i18n/messages.js';
import type { ProxyClient } from '../payment/proxy-client.js';
import { ProblemsFile } from './problems-file.js';

/** The settings that tell which parts a form needs. */
export interface NeedyForm extends Pick<ParentNode, 'querySelector'> {
  readonly brands?: unknown;
  readonly networksOf?: unknown;
  readonly fields?: unknown;
  readonly testCard: boolean;
}

/** What a form loads when its settings need it. */
export class FormParts {
  /** Checks every setting, and explains what is wrong. */
  readonly checks = new OnDemand('read-settings', () => import('../settings/read-settings.js'));
  /** Contact, address, amount, and the test card. */
  readonly extra = new OnDemand('extra-fields', async () => {
    const module = await import('./extra-fields.js');
    addEnglish(module.EXTRA_ENGLISH);
    return module;
  });
  /** Accepted brands, and the networks of a co-badged card. Without this file, the proxy refuses other brands. */
  readonly networks = new OnDemand('networks', () => import('./networks.js'));
  readonly controls = new OnDemand('slotted-controls', () => import('../form/slotted-controls.js'));
  /** Errors, failures, and outcomes other than paid. */
  readonly problems: ProblemsFile;
  /** Why something is missing. What is there stays in force, and a payment loads it again. */
  loadError: PaymentError | undefined;
  #hasNoNetworks = false;

  /** @param onload - called when the texts of problems have arrived */
  constructor(onload: () => void) {
    this.problems = new ProblemsFile(onload);
  }

  /** @param canRead - whether the settings can be read without all checks */
  missing(form: NeedyForm, { config }: ProxyClient, canRead: boolean): readonly (() => Promise<unknown>)[] {
    const { extra, networks, controls, checks } = this;
    const hasNetworks = form.brands || form.networksOf || config.brands || config.networks;
    const hasExtra = form.testCard || namesIn(form.fields).some((name) => name && !isCardField(name));
    const hasControls = form.querySelector(':scope > [slot=before-button]') !== null;
    const missing: (() => Promise<unknown>)[] = [];
    if (hasExtra && !extra.current) missing.push(() => extra.load());
    if (hasNetworks && !networks.current && !this.#hasNoNetworks) missing.push(() => this.#loadNetworks());
    if (hasControls && !controls.current) missing.push(() => controls.load());
    if (!canRead) missing.push(() => checks.load());
    return missing;
  }

  /** Loads until nothing is missing, or sets `loadError`. Never rejects. */
  async load(find: () => readonly (() => Promise<unknown>)[]): Promise<void> {
    try {
      for (let missing = find(); missing.length > 0; missing = find()) {
        await Promise.all(missing.map((load) => load()));
      }
      this.loadError = undefined;
    } catch (error) {
      if ((error as PaymentError).message !== this.loadError?.message) this.loadError = error as PaymentError;
    }
  }

  async #loadNetworks(): Promise<void> {
    try {
      await Promise.all([this.extra.load(), loadBrands()]);
      await this.networks.load();
    } catch (error) {
      this.#hasNoNetworks = true;
      logError(error as PaymentError);
    }
  }
}

function namesIn(fields: unknown): readonly string[] {
  return typeof fields === 'string' ? fields.split(/\s+/) : [];
}
