import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };

/** What the Composer package consists of, with the built files of the widget, so that a shop in PHP needs no npm. */
const PARTS: Readonly<Record<string, string>> = {
  'composer.json': 'packages/php/composer.json',
  'README.md': 'packages/php/README.md',
  LICENSE: 'LICENSE',
  bin: 'packages/php/bin',
  src: 'packages/php/src',
  resources: 'packages/php/resources',
  example: 'docs/examples/php',
  'widget/integrity.json': 'dist/integrity.json',
  'widget/browser': 'dist/browser',
};

/**
 * Writes the Composer package as an archive, for a repository of the type `artifact`.
 * @param root - of the repository, after a build
 * @param folder - for the archive
 * @returns its name
 */
export function packPhp(root: string, folder: string): string {
  const name = `payment-widget-proxy-php-${packageJson.version}.tar`;
  const stage = mkdtempSync(join(tmpdir(), 'php-package-'));
  for (const [path, source] of Object.entries(PARTS)) {
    cpSync(join(root, source), join(stage, path), { recursive: true });
  }
  execFileSync('tar', ['-cf', join(folder, name), '-C', stage, '.']);
  rmSync(stage, { recursive: true });
  return name;
}
