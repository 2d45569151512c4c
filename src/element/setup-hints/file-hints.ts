import { finding, plainUrl, type Finding } from './finding.js';

const missing = new Map<string, Finding>();
let isWatching = false;

/** Watches for a missing file for reports of attempts: without it, an outcome stays unknown. Other files are reported elsewhere. */
export function watchFiles(onFound: () => void): void {
  if (isWatching || typeof PerformanceObserver === 'undefined') return;
  isWatching = true;
  new PerformanceObserver((list) => {
    for (const { name, responseStatus } of list.getEntries() as PerformanceResourceTiming[]) {
      if (!/\/attempt-report\b[^/]*\.js$/.test(name) || responseStatus < 400) continue;
      const problem = `${plainUrl(name)} answered ${responseStatus}. Expected the file.`;
      missing.set(name, finding('not_loaded', problem, 'Publish all files of dist/browser.'));
      onFound();
    }
  }).observe({ type: 'resource', buffered: true });
}

/** The files that are known to be missing. */
export function findInFiles(): Finding[] {
  return [...missing.values()];
}
