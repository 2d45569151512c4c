import type { PaymentError } from '../contract/errors.js';
import { isCardField } from '../contract/field-names.js';
import { OnDemand } from '../contract/on-demand.js';
import { cardData } from '../form/card-data-loader.js';
import type { ProxyClient } from '../payment/proxy-client.js';

/** The settings that tell which parts a form needs. */
export interface NeedyForm extends Pick<ParentNode, 'querySelector'> {
  readonly brands?: unknown;
  readonly networksOf?: unknown;
  readonly fields?: unknown;
  readonly testCard: boolean;
}

interface SettingsReader<Form> {
  readonly proxy: Pick<ProxyClient, 'config'>;
  /** Whether the settings can be read with the checks that are loaded. */
  canRead(form: Form): boolean;
}

/** How long rendering waits for problems. Then it shows short texts until they arrive. */
const PROBLEMS_LIMIT_MS = 1500;

/** What a form loads when its settings need it. */
export class FormParts {
  /** Checks every setting, and explains what is wrong. */
  readonly checks = new OnDemand('read-settings', () => import('../settings/read-settings.js'));
  /** Contact, address, amount, and the test card. */
  readonly contact = new OnDemand('contact-fields', () => import('./contact-fields.js'));
  /** Accepted brands, and the networks of a co-badged card. Without this file, the proxy refuses other brands. */
  readonly networks = new OnDemand('networks', async () => {
    await Promise.all([this.contact.load(), cardData.tryLoad()]);
    return import('./networks.js');
  });
  readonly controls = new OnDemand('slotted-controls', () => import('../form/slotted-controls.js'));
  /** Errors, failures, and outcomes other than paid. */
  readonly problems = new OnDemand('problems', () => import('./problems.js'));
  /** Why a part is missing. The other parts stay in force, and a payment loads the missing part again. */
  loadError: PaymentError | undefined;
  #hasWaitedForProblems = false;

  missing<Form extends NeedyForm>(form: Form, settings: SettingsReader<Form>): readonly OnDemand<unknown>[] {
    const { config } = settings.proxy;
    const needs = new Map<OnDemand<unknown>, unknown>([
      [this.contact, form.testCard || namesIn(form.fields).some((name) => name && !isCardField(name))],
      [this.networks, form.brands || form.networksOf || config.brands || config.networks],
      [this.controls, form.querySelector(':scope > [slot=before-button]')],
      [this.checks, !settings.canRead(form)],
    ]);
    return [...needs].filter(([part, isNeeded]) => isNeeded && !part.current && !part.failures).map(([part]) => part);
  }

  /** Loads until nothing is missing, or sets `loadError`. Never rejects. Returns `undefined` if nothing is missing. */
  load<Form extends NeedyForm>(form: Form, settings: SettingsReader<Form>): Promise<void> | undefined {
    return this.missing(form, settings).length > 0 ? this.#load(() => this.missing(form, settings)) : undefined;
  }

  async #load(find: () => readonly OnDemand<unknown>[]): Promise<void> {
    try {
      for (let missing = find(); missing.length > 0; missing = find()) {
        await Promise.all(missing.map((part) => (part === this.networks ? part.tryLoad() : part.load())));
      }
      this.loadError = undefined;
    } catch (error) {
      if ((error as PaymentError).message !== this.loadError?.message) this.loadError = error as PaymentError;
    }
  }

  /** Loads problems. Returns what rendering waits for, within a time limit, or `undefined` if it need not wait. */
  prepareProblems(host: { requestUpdate(): void }): Promise<unknown> | undefined {
    if (this.problems.current) return undefined;
    const hasWaited = this.#hasWaitedForProblems;
    const loading = this.problems.tryLoad().then((problems) => {
      if (problems && this.#hasWaitedForProblems) host.requestUpdate();
      this.#hasWaitedForProblems = true;
    });
    if (hasWaited) return undefined;
    const limit = new Promise((resolve) => setTimeout(resolve, PROBLEMS_LIMIT_MS)).then(() => {
      this.#hasWaitedForProblems = true;
    });
    return Promise.race([loading, limit]);
  }
}

function namesIn(fields: unknown): readonly string[] {
  return typeof fields === 'string' ? fields.split(/\s+/) : [];
}
