import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { describe, it } from 'node:test';

const DIST = join(process.cwd(), 'dist');

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent: readonly (string | null)[];
  readonly mappings: string;
}

const read = (file: string) => readFileSync(join(DIST, file), 'utf8');

/** A module that only exports others has no source map. */
const hasCode = (file: string) =>
  read(file)
    .replace(/^(import .*|export \{.*\}.*);$/gm, '')
    .trim() !== '';

const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.js') && !file.startsWith('testing/pages/') && hasCode(file)); // pages of the console

describe('source maps', () => {
  for (const file of files) {
    it(`lead from ${file} to existing sources and contain their text`, () => {
      assert.match(read(file), new RegExp(`//# sourceMappingURL=${basename(file)}\\.map\\s*$`));
      const { sources, sourcesContent, mappings } = JSON.parse(read(`${file}.map`)) as SourceMap;
      const missing = sources.filter(
        (source, index) => !sourcesContent[index] || !existsSync(resolve(DIST, dirname(file), source)),
      );
      assert.deepEqual([missing, sources.length > 0, mappings !== ''], [[], true, true]);
    });
  }
});
