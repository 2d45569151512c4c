/**
 * What a form wants to know of cards once somebody has come to it: a file of its own, that is loaded then and not before.
 * All that is imported here goes into it.
 */
export { drawMarks } from './brand-marks.js';
export { REGIONAL_BRANDS } from './payment/regional-brands.js';
export { isTestNumber } from './payment/test-numbers.js';
