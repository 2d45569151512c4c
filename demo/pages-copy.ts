import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Copies the built pages, so that a build does not delete files of a running demo. The copy is removed when the process exits.
 * @returns the folder of the copy
 */
export function copyPages(pages: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'payment-widget-demo-'));
  process.once('exit', () => {
    rmSync(copy, { recursive: true, force: true });
  });
  cpSync(pages, copy, { recursive: true });
  return copy;
}
