import { logError, type PaymentError } from '../contract/errors.js';
import { OnDemand } from '../contract/on-demand.js';
import { addEnglish } from '../i18n/messages.js';

type Problems = typeof import('./problems.js');

/** How long rendering waits. Then it shows short texts until the file is there. */
const WAIT_MS = 1500;

/** The file that shows errors, failures and doubt. Rendering waits for it, but not for long. */
export class ProblemsFile {
  readonly #file = new OnDemand('problems', () => import('./problems.js'));
  readonly #onload: () => void;
  #loading: Promise<Problems | undefined> | undefined;
  #isLate = false;

  constructor(onload: () => void) {
    this.#onload = onload;
  }

  get current(): Problems | undefined {
    return this.#file.current;
  }

  /** `undefined` if rendering need not wait. */
  prepare(): Promise<unknown> | undefined {
    if (this.current) return undefined;
    const loading = this.load();
    if (this.#isLate) return undefined;
    const late = new Promise((resolve) => setTimeout(resolve, WAIT_MS)).then(() => {
      this.#isLate = true;
    });
    return Promise.race([loading, late]);
  }

  /** Never rejects. The next call tries again. */
  load(): Promise<Problems | undefined> {
    return (this.#loading ??= this.#load());
  }

  async #load(): Promise<Problems | undefined> {
    try {
      addEnglish((await this.#file.load()).PROBLEM_ENGLISH);
      this.#onload();
    } catch (error) {
      if (!this.#isLate) logError(error as PaymentError);
      this.#isLate = true;
      this.#loading = undefined;
    }
    return this.current;
  }
}
