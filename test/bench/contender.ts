/** A payment form in the comparison. Its sources are in `contenders/<id>`. */
export interface Contender {
  readonly id: string;
  /** Display name in the report. */
  readonly name: string;
  /** npm package whose version the report lists. */
  readonly package?: string;
  /** Selectors that lead to the first field, one per shadow root. To its frame, if the frame's content is not measured. */
  readonly firstField: readonly string[];
  /** Selectors that lead to the first frame with fields, one per shadow root. Missing if the fields are in the page. */
  readonly frame?: readonly string[];
  /** Whether the server of the benchmark serves the frame. Then `firstField` and `form` are in it, and its content is measured. */
  readonly isFrameServed?: boolean;
  /** Matches forms whose behavior has not arrived yet. Missing if it arrives with the fields. */
  readonly unready?: string;
  /** The card fields. Missing if they are in frames of a vendor. */
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
