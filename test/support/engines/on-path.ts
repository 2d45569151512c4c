import { accessSync, constants } from 'node:fs';
import { delimiter, resolve } from 'node:path';

/** Where the first of these programs is that can be executed: names to be found on the PATH, or whole paths. */
export function onPath(...programs: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return programs.flatMap((program) => folders.map((folder) => resolve(folder, program))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
