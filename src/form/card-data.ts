/** A chunk, loaded when the shopper comes to the form. Everything imported here becomes part of it. */
export { drawMarks } from './brand-marks.js';
export { REGIONAL_BRANDS } from '../card/regional-brands.js';
export { isTestNumber } from '../contract/test-numbers.js';
