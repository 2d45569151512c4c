/**
 * What reads the proxy's word about an attempt whose end the page has not heard: a file of its own, that is loaded with
 * the first such word and not before. All that is imported here goes into it.
 */
export { readReport } from './transport/attempt-report.js';
