import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Answers a path with a file; `undefined` if there is none. */
export type Files = (path: string) => Promise<Response | undefined>;

/**
 * Serves the files that a folder has now. A path that ends with a slash is that of `index.html`.
 * @param headers - of every response
 */
export function createFiles(folder: string, headers: Readonly<Record<string, string>>): Files {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll(sep, '/'));
  const known = new Set(names.filter((name) => extname(name) in TYPES));
  return async (path) => {
    const name = path.slice(1) + (path.endsWith('/') ? 'index.html' : '');
    if (!known.has(name)) return undefined;
    const type = TYPES[extname(name)] ?? '';
    const body = await readFile(join(folder, name)).catch(() => undefined); // deleted meanwhile
    return body && new Response(body, { headers: { ...headers, 'Content-Type': type, 'Cache-Control': 'no-cache' } });
  };
}
