/** A chunk, loaded for forms with optional fields or the test-card button. Everything imported here becomes part of it. */
export { definitionOf, fillOptions } from './optional-inputs.js';
export { OPTIONAL_ENGLISH } from '../i18n/optional-messages.js';
export * from '../card/optional-fields.js';
export { testValues } from '../card/test-card.js';
