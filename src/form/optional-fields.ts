/** A chunk, loaded for forms with optional fields or the test-card button. Everything imported here becomes part of it. */
export { fillCountries as fillOptions } from './country-options.js';
export { definitionOf } from './optional-definitions.js';
export { OPTIONAL_ENGLISH } from '../i18n/optional-messages.js';
export * from '../card/optional-fields.js';
export { testValues } from '../card/test-card.js';
