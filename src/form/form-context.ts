import type { FieldName } from '../contract/field-names.js';
import type { MessageKey } from '../i18n/messages.js';
import type { FormRules, FormValues } from '../card/form-rules.js';

export type { FormRules, FormValues, NetworkRules } from '../card/form-rules.js';

/** The chunk with everything that optional fields need. */
export type OptionalFields = typeof import('./optional-fields.js');

/** Detail of `payment-change`. */
export interface PaymentChangeDetail {
  /** Whether every field is valid. */
  readonly valid: boolean;
  /** Whether no field is empty. */
  readonly complete: boolean;
  /** The card brand, such as `visa`, once the digits identify it. */
  readonly brand: string | undefined;
}

/** Detail of `payment-field`. It has no value, and no length of one. */
export interface PaymentFieldDetail {
  /** The name of the field, as in the attribute `fields`. */
  readonly field: FieldName;
  /** `focus` and `blur` when the shopper enters and leaves the field, `invalid` when an error of it becomes visible. */
  readonly type: 'focus' | 'blur' | 'invalid';
  /** The key of the error in `messages`, such as `card_expiry_past`. Only with `invalid`. */
  readonly problem?: MessageKey;
}

/** A built-in message by its key, or another text. */
export type Message = MessageKey | (() => string);

/** Announces messages to screen readers; none ends the current announcement. */
export type Announce = (messages: readonly Message[], options?: { readonly urgent?: boolean }) => void;

/** The part of a Lit element that the form needs. */
export interface FormHost {
  readonly isConnected: boolean;
  readonly renderRoot: ParentNode | undefined;
  readonly updateComplete: Promise<unknown>;
  requestUpdate(): void;
  addController(controller: object): void;
}

/** Everything that the form depends on besides its inputs. Settings and language determine it. */
export interface FormContext {
  readonly rules: FormRules;
  /** The chunk for optional fields, once it is loaded. */
  readonly optional: OptionalFields | undefined;
  /** Initial values of the fields. */
  readonly firstValues: FormValues;
}
