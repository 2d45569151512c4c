import { DOCS } from './errors.js';

/** Logs that a part of the script could not be loaded. The cause has its address. */
export function reportMissing(part: string, cause: unknown): void {
  const remedy = 'Publish dist/browser and its import map.';
  console.warn(`<payment-widget>: not_loaded: ${part} could not be loaded. ${remedy} See ${DOCS}not_loaded`, cause);
}
