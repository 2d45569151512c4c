import { hint } from './hint.js';

let isWatching = false;

/** Logs that the file for reports of attempts is missing: without it, an outcome stays unknown. Other files are reported elsewhere. */
export function watchFiles(): void {
  if (isWatching || typeof PerformanceObserver === 'undefined') return;
  isWatching = true;
  new PerformanceObserver((list) => {
    for (const { name, responseStatus } of list.getEntries() as PerformanceResourceTiming[]) {
      if (!/\/attempt-report\b[^/]*\.js$/.test(name) || responseStatus < 400) continue;
      hint('not_loaded', name, `${name} answered ${responseStatus}. Publish all files of dist/browser.`);
    }
  }).observe({ type: 'resource', buffered: true });
}
