import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scope } from './scope.js';

/** Creates a folder that is removed at the end of the scope. */
export async function temporaryFolder(t: Scope): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'attempts-'));
  t.after(() => rm(path, { recursive: true }));
  return path;
}
