/** A payment form in the comparison. Its sources are in `contenders/<id>`. */
export interface Contender {
  readonly id: string;
  /** Display name in the report. */
  readonly name: string;
  /** npm package whose version the report lists. */
  readonly package?: string;
  /** Selectors that lead to the first field, one per shadow root. */
  readonly firstField: readonly string[];
  /** Matches forms whose behavior has not arrived yet. Missing if it arrives with the fields. */
  readonly unready?: string;
  /** The card fields. Missing if they are in cross-origin frames. */
  readonly form?: CardForm;
  /** Whether a `mount.html` exists, whose script can mount and unmount any number of forms. */
  readonly canMount?: boolean;
  /** Maximum number of rounds. Default: all. */
  readonly rounds?: number;
  /** What cannot be measured, and why. */
  readonly limits?: string;
}

/** Playwright selectors, which pierce open shadow roots. */
export interface CardForm {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
  readonly name: string;
  readonly pay: string;
}
