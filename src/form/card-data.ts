/** A chunk, loaded for cards of other brands than Visa, Mastercard and American Express. */
export { REGIONAL_BRANDS } from '../card/regional-brands.js';
export { MORE_MARKS } from './more-marks.js';
