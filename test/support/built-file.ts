import { readFileSync } from 'node:fs';

/** For `frame.files`: the tests are not part of the package, whose files the proxy reads by itself. */
export function readBuiltFile(name: string): Response | undefined {
  try {
    return new Response(readFileSync(name === 'integrity.json' ? `dist/${name}` : `dist/browser/${name}`));
  } catch {
    return undefined;
  }
}
