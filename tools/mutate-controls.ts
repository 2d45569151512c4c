import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSync } from 'esbuild';
import { requirements } from './asvs.js';
import { MUTATIONS, type Mutation } from './mutations.js';

/**
 * Removes each control of the ASVS table in a copy of the repository, and expects the named test to fail:
 * `npm run mutate -- [--tier unit|system|soak] [part of an id, a file or a test]...`. Takes about 3 s for each unit test.
 */

const { values, positionals: filters } = parseArgs({
  options: { tier: { type: 'string', default: 'unit' } },
  allowPositionals: true,
});

const COPIED = [
  'demo',
  'src',
  'test',
  'tools',
  'docs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'README.md',
];
const MINUTE = 60_000;

const tierOf = (test: string) => /^test\/(system|soak)\//.exec(test)?.[1] ?? 'unit';
const isChosen = ({ ids, file, test }: Mutation) =>
  tierOf(test) === values.tier &&
  (filters.length === 0 || filters.some((filter) => [...ids, file, test].some((name) => name.includes(filter))));

const chosen = MUTATIONS.filter(isChosen);
const root = join(import.meta.dirname, '..');
const copy = mkdtempSync(join(tmpdir(), 'mutations-'));
process.on('exit', () => {
  rmSync(copy, { recursive: true, force: true });
});
for (const path of [...COPIED, 'vite.config.ts']) cpSync(join(root, path), join(copy, path), { recursive: true });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

const problems: string[] = [];
const broken = new Set([...new Set(chosen.map(({ test }) => test))].filter((test) => run(test) !== 'passed'));
for (const test of broken) problems.push(`${test} fails without a mutation.`);
for (const mutation of chosen) {
  const { ids, file, find, test } = mutation;
  const result = broken.has(test) ? 'skipped' : apply(mutation, () => run(test));
  process.stdout.write(`${result.padEnd(9)} ${ids.join(' ')} ${file}: ${firstLine(find)}\n`);
  if (result === 'passed') problems.push(`${test} passes without ${ids.join(' ')}: ${file}, ${firstLine(find)}`);
  if (result === 'not built') problems.push(`The build fails with ${ids.join(' ')}: ${file}, ${firstLine(find)}`);
  if (result === 'missing') problems.push(`${file} must contain this text exactly once: ${firstLine(find)}`);
}
const mutated = new Set(MUTATIONS.flatMap(({ ids }) => ids));
const never = requirements.filter(({ id, tests = [] }) => tests.length > 0 && !mutated.has(id)).map(({ id }) => id);
if (never.length > 0) process.stdout.write(`\nNot mutated: ${never.join(', ')}\n`);
process.stdout.write(`\n${chosen.length} mutations, ${problems.length} problems\n${problems.join('\n')}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Changes a file while `check` runs. */
function apply({ file, find, replace }: Mutation, check: () => string): string {
  const path = join(copy, file);
  const original = readFileSync(path, 'utf8');
  if (original.split(find).length !== 2) return 'missing';
  writeFileSync(
    path,
    original.replace(find, () => replace),
  );
  try {
    return check();
  } finally {
    writeFileSync(path, original);
  }
}

/** A test that hangs has failed. */
function run(test: string): 'passed' | 'failed' | 'not built' {
  const args = test.startsWith('test/unit/')
    ? ['--no-warnings', bundle(test)] // twice as fast as the runner
    : ['--import', 'tsx', 'test/run.ts', '--tier', tierOf(test), test];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', timeout: 10 * MINUTE });
  if (stdout.includes('npm run build:all ›')) return 'not built';
  return status === 0 ? 'passed' : 'failed';
}

function bundle(test: string): string {
  const outfile = join(copy, 'test.mjs');
  const options = { bundle: true, packages: 'external', platform: 'node', format: 'esm', logLevel: 'error' } as const;
  buildSync({ ...options, absWorkingDir: copy, entryPoints: [test], outfile, ignoreAnnotations: true });
  return outfile;
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}
