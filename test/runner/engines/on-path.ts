import { accessSync, constants } from 'node:fs';
import { delimiter, resolve } from 'node:path';

/** Path of the first of these programs that is executable: names on the PATH, or whole paths. */
export function onPath(...programs: string[]): string | undefined {
  return placesOnPath(...programs).find(isExecutable);
}

/** Possible paths of these programs, in order. */
export function placesOnPath(...programs: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return programs.flatMap((program) => folders.map((folder) => resolve(folder, program)));
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
