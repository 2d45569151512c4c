import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { describe, it } from 'node:test';

const DIST = join(import.meta.dirname, '../../dist');

/** Texts alone, and entries that only pass on what others export. */
const WITHOUT_CODE = /^(locales\/.*|index|react)\.js$/;

/** A module that is written in `vite.config.ts`. */
const MADE_BY_BUILD = '/beside-script';

const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.js') && !WITHOUT_CODE.test(file));

const read = (file: string) => readFileSync(join(DIST, file), 'utf8');
const mapOf = (file: string) => new TraceMap(read(`${file}.map`));

/** A sentence of the sources that stands in a built file, too. */
const SENTENCES: Readonly<Record<string, readonly [sentence: string, source: string]>> = {
  'payment-widget.js': ['The browser is offline, nothing was sent.', 'src/transport/client.ts'],
  'chunks/payment-widget.js': ['The browser is offline, nothing was sent.', 'src/transport/client.ts'],
  'extras.js': ['Enter your phone number', 'src/extra-messages.ts'],
  'explanations.js': ['Expected minor units', 'src/explanations.ts'],
  'proxy.js': ['This attempt never came here.', 'src/proxy/proxy.ts'],
};

describe('the source map', () => {
  for (const file of files) {
    it(`of ${file} is named by it, and has sources that are there, with their text`, () => {
      assert.match(read(file), new RegExp(`//# sourceMappingURL=${basename(file)}\\.map\\s*$`));
      const { sources, sourcesContent } = mapOf(file);
      assert.ok(sources.length > 0);
      const missing = sources.filter((source, index) => {
        const path = resolve(DIST, dirname(file), source ?? '');
        return !sourcesContent?.[index] || !(existsSync(path) || path.endsWith(MADE_BY_BUILD));
      });
      assert.deepEqual(missing, []);
    });
  }

  for (const [file, [sentence, source]] of Object.entries(SENTENCES)) {
    it(`of ${file} leads from “${sentence}” to where it is written`, () => {
      const lines = read(file).split('\n');
      const line = lines.findIndex((text) => text.includes(sentence));
      const column = lines[line]?.indexOf(sentence) ?? -1;
      const found = originalPositionFor(mapOf(file), { line: line + 1, column });
      const written = readFileSync(join(DIST, '..', source), 'utf8').split('\n');
      assert.equal(found.source?.replace(/^(\.\.\/)+/, ''), source);
      assert.ok(written[(found.line ?? 0) - 1]?.includes(sentence), `line ${found.line} is another`);
    });
  }
});
