/**
 * What the fields beyond the card need, and the test-card button: a file of its own, that is loaded for a form that has one
 * of them and not before. All that is imported here goes into it.
 */
export { fillCountries } from './country-options.js';
export { OPTIONAL_LANGUAGES } from '../i18n/optional-languages.js';
export { OPTIONAL_ENGLISH } from '../i18n/optional-messages.js';
export * from '../card/optional-fields.js';
export { testValues } from '../card/test-card.js';
