/** One of those that are measured side by side. What it is made of lies in `contenders/`, in the folder of its `id`. */
export interface Contender {
  readonly id: string;
  /** As the report calls it. */
  readonly name: string;
  /** The package that it is, where it is one: its version is told in the report. */
  readonly package?: string;
  /** Where the first field is to be found, through shadow roots: one selector for each. */
  readonly firstField: readonly string[];
  /** How a card is typed into it and paid; left out where the fields are in frames of another origin. */
  readonly form?: CardForm;
  /** Whether there is a `stage.html`, whose script mounts and unmounts any number of forms. */
  readonly hasStage?: boolean;
  /** What can be measured of it only in part, or not at all, and why. */
  readonly limits?: string;
}

/** Selectors, for what looks through shadow roots by itself. */
export interface CardForm {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
  readonly name: string;
  readonly pay: string;
}
