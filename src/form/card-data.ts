/**
 * What a form wants to know of cards once somebody has come to it: a file of its own, that is loaded then and not before.
 * All that is imported here goes into it.
 */
export { drawMarks } from './brand-marks.js';
export { REGIONAL_BRANDS } from '../card/regional-brands.js';
export { isTestNumber } from '../contract/test-numbers.js';
