import type { TemplateResult } from 'lit';
import type { FieldName } from '../contract/field-names.js';
import type { FieldDefinition } from '../form/fields.js';

/** Content of a place in a template; nothing if it is missing. */
type Content = TemplateResult | Element | string | undefined;

/** A field as it is rendered. */
export interface FieldView {
  readonly name: FieldName;
  readonly definition: FieldDefinition;
  readonly label: string;
  readonly placeholder?: string | undefined;
  readonly error?: Content;
  readonly warning?: Content;
  /** What belongs to the field, and does not describe it. */
  readonly below?: Content;
  /** At the end of the input. */
  readonly affix?: Content;
  /** Renders another control than an `<input>`. */
  readonly renderControl?: ((field: FieldView) => TemplateResult) | undefined;
  /** Renders several fields in place of this one; see `renderField()`. */
  readonly render?: (field: FieldView, isReadOnly: boolean, enterKeyHint: string) => TemplateResult;
}

export interface FormView {
  /** Accessible name. */
  readonly label: string;
  /** Whether the form is kept, but not shown. */
  readonly isHidden?: boolean;
  readonly fields: readonly FieldView[];
  /** Text of the pay button. */
  readonly payText: string;
  /** The part of it that no translator may change. */
  readonly price: string | undefined;
  /** Text of the pay button while a payment is made. */
  readonly busyText: string;
  readonly isBusy: boolean;
  /** Whether the button cannot be used for a while. */
  readonly isWaiting?: boolean;
  readonly isDisabled: boolean;
  readonly withoutButton: boolean;
  /** Whether Enter in a field pays although there is no button. */
  readonly submitOnEnter: boolean;
  /** Errors of the page's controls. */
  readonly controlErrors?: Content;
  /** Above the button. */
  readonly summary?: Content;
  readonly onSubmit: (event: Event) => void;
  readonly onPayClick?: (event: MouseEvent) => void;
}

/** Everything that is shown. */
export interface View {
  /** The page's direction, if the texts are English for lack of a translation; slots keep it. */
  readonly pageDirection?: string | undefined;
  readonly banner?: Content;
  readonly testCard?: Content;
  /** Why there is no form, or none that works. */
  readonly alert?: Content;
  /** In place of the form. */
  readonly panel?: Content;
  readonly form?: FormView | undefined;
  /** For screen readers. */
  readonly announcement?: Content;
  /** For screen readers, at once. */
  readonly urgentAnnouncement?: Content;
}
