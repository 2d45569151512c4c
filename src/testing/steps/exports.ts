/** What each entry with steps exports beside them. */
export { OutcomeError, PaymentTestError, type TestErrorCode } from './errors.js';
export type {
  FieldValues,
  FillOptions,
  Outcome,
  OutcomeOptions,
  PaymentResult,
  StepOptions,
  TestCard,
  WidgetOptions,
} from './options.js';
export type { FieldName } from '../../contract/field-names.js';
export type { PaymentErrorCode } from '../../contract/errors.js';
