import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { eachMapping, TraceMap } from '@jridgewell/trace-mapping';

/**
 * `npm run bytes` tells what the classic script is made of: for each module its bytes, and how many fewer the compressed
 * script would have without it. What modules have in common counts for neither, so these do not add up to the whole.
 */

/** A piece of the script, and the module that it is from. */
interface Piece {
  readonly module: string;
  readonly code: string;
}

/** What no source is named for: the start of the script, helpers of the bundler, what `build/bare-objects.ts` adds. */
const UNMAPPED = '(made by the build)';

const dist = join(import.meta.dirname, '../dist');
const script = readFileSync(join(dist, 'browser/payment-widget.js'), 'utf8').replace(
  /\/\/# sourceMappingURL=.*\s*$/,
  '',
);
const map = new TraceMap(readFileSync(join(dist, 'browser/payment-widget.js.map'), 'utf8'));

const compressed = (code: string) => brotliCompressSync(code).length;

/** A library by its name, a module of ours by its path. */
const moduleOf = (source: string) =>
  /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules)/.exec(source)?.[1] ?? source.replace(/^(\.\.\/)+/, '');

/** Each mapping holds up to the next one, across lines too: a template is one token. */
function pieces(): Piece[] {
  const starts = [0];
  for (const line of script.split('\n')) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  const found: { readonly at: number; readonly module: string }[] = [{ at: 0, module: UNMAPPED }];
  eachMapping(map, ({ generatedLine, generatedColumn, source }) => {
    const at = (starts[generatedLine - 1] ?? script.length) + generatedColumn;
    found.push({ at, module: source === null ? UNMAPPED : moduleOf(source) });
  });
  return found.map(({ at, module }, index) => ({ module, code: script.slice(at, found[index + 1]?.at) }));
}

const all = pieces();
const whole = compressed(script);
const rows = [...new Set(all.map(({ module }) => module))].map((module) => {
  const without = all.filter((piece) => piece.module !== module);
  const own = all.filter((piece) => piece.module === module);
  return {
    module,
    bytes: own.reduce((sum, { code }) => sum + Buffer.byteLength(code), 0),
    saved: whole - compressed(without.map(({ code }) => code).join('')),
  };
});

const line = (bytes: number | string, saved: number | string, module: string) =>
  `${String(bytes).padStart(8)} ${String(saved).padStart(8)}  ${module}\n`;
process.stdout.write(line('bytes', 'brotli', ''));
for (const { bytes, saved, module } of rows.sort((a, b) => b.saved - a.saved)) {
  process.stdout.write(line(bytes, saved, module));
}
process.stdout.write(line(Buffer.byteLength(script), whole, 'in all'));
