import type { FieldName } from '../contract/field-names.js';
import type { MessageKey } from '../i18n/messages.js';
import type { FormRules, FormValues } from './form-rules.js';
import type { FieldDefinition } from './fields.js';

export type { FormRules, FormValues, NetworkRules } from './form-rules.js';

export type ContactFields = typeof import('./contact/fields.js');

/** Detail of `payment-change`. */
export interface PaymentChangeDetail {
  /** Whether every field is valid. */
  readonly valid: boolean;
  /** Whether no required field is empty. */
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

export type Message = MessageKey | (() => string);

/** Announces messages. An empty list ends the current announcement. */
export type Announce = (messages: readonly Message[], options?: { readonly urgent?: boolean }) => void;

export interface FormHost {
  readonly isUpdatePending: boolean;
  readonly renderRoot: ParentNode | undefined;
  readonly updateComplete: Promise<unknown>;
  requestUpdate(): void;
  addController(controller: object): void;
}

export interface FormContext {
  readonly rules: FormRules;
  readonly contact: ContactFields | undefined;
  readonly firstValues: FormValues;
  readonly definitionOf: (name: FieldName) => FieldDefinition;
}
