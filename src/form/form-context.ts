import type { CardFieldName, FieldName } from '../contract/field-names.js';
import type { MessageKey } from '../i18n/messages.js';
import type { FormRules, FormValues, OptionalFieldRules } from '../card/form-rules.js';
import type { FieldInput } from './field-inputs.js';
import { FIELDS, type FieldDefinition } from './fields.js';

export type { FormRules, FormValues, NetworkRules } from '../card/form-rules.js';

type Optional = typeof import('./optional-fields.js');

/** What the form of an address depends on. */
export interface AddressContext {
  /** ISO 3166-1 alpha-2 code; empty if it is unknown. */
  readonly country: string;
  readonly locale: string;
  /** The fields that the page asks for. */
  readonly fields: readonly FieldName[];
}

/** The chunk with everything that optional fields need. The chunk for addresses adds the optional members. */
export interface OptionalFields extends Omit<Optional, 'definitionOf' | 'fillOptions'> {
  readonly definitionOf: (name: FieldName, context: AddressContext) => FieldDefinition | undefined;
  /** Adds the options of a list, and keeps the choice. @returns whether it could not, since the list has other options now */
  readonly fillOptions: (select: HTMLSelectElement, locale: string, country: string) => boolean;
  readonly mayBeEmpty?: OptionalFieldRules['mayBeEmpty'];
  /** The country of the language, if nothing else tells it. */
  readonly assumeCountry?: (context: AddressContext) => string | undefined;
  /** What a choice is kept as, since the options change with the country; `undefined` for other inputs. */
  readonly nameOf?: (input: FieldInput, before?: string) => string | undefined;
  /** The value of the option with a name or value; `undefined` for other inputs. */
  readonly optionOf?: (input: FieldInput, text: string) => string | undefined;
  /** Copies what a password manager writes into an input that was replaced meanwhile. */
  readonly relay?: (from: FieldInput, to: FieldInput) => void;
}

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
  /** How a field is rendered. */
  readonly definitionOf: (name: FieldName) => FieldDefinition;
}

/** Until the first render. */
export const FIRST_CONTEXT: FormContext = {
  rules: { currency: '', locale: 'en' },
  optional: undefined,
  firstValues: {},
  definitionOf: (name) => FIELDS[name as CardFieldName],
};
