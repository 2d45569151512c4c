import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scope } from './scope.js';

/** Folders into which a program still wrote at the end of their scope. */
const remaining: string[] = [];

process.once('exit', () => {
  for (const path of remaining) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
});

/**
 * Creates a folder that is removed at the end of the scope. A hook of `node:test` that fails keeps the later ones from running, such as
 * the end of a program that writes into the folder. So then it is removed when this process exits.
 */
export async function temporaryFolder(t: Scope): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'test-'));
  t.after(() => rm(path, { recursive: true, force: true }).catch(() => remaining.push(path)));
  return path;
}
