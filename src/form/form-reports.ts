import type { FieldName } from '../contract/field-names.js';
import { UNCHECKED } from './form-check.js';
import type { Announce, PaymentChangeDetail, PaymentFieldDetail } from './form-context.js';
import type { FieldProblems } from './form-rules.js';

type Dispatch = (detail: PaymentChangeDetail | PaymentFieldDetail) => void;

/** Reports changes of the form: to the page by events, each change once, and to screen readers. */
export class FormReports {
  readonly announce: Announce;
  readonly #dispatch: Dispatch;
  #status = UNCHECKED.status;
  #problems: FieldProblems = {};

  constructor(announce: Announce, dispatch: Dispatch) {
    this.announce = announce;
    this.#dispatch = dispatch;
  }

  focus(field: FieldName, type: 'focus' | 'blur'): void {
    this.#dispatch({ field, type });
  }

  status(status: PaymentChangeDetail): void {
    const { valid, complete, brand } = this.#status;
    if (status.valid === valid && status.complete === complete && status.brand === brand) return;
    this.#status = status;
    this.#dispatch(status);
  }

  /** @param names - the fields of the form, in order */
  problems(names: readonly FieldName[], problems: FieldProblems): void {
    const before = this.#problems;
    this.#problems = problems;
    for (const field of names) {
      const problem = problems[field];
      if (problem && before[field] !== problem) this.#dispatch({ field, type: 'invalid', problem });
    }
  }
}
