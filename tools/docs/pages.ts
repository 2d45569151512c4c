import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Documents beside the folder `docs`. */
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'bench/README.md',
  'demo/testing/README.md',
  'packages/proxy/README.md',
  'packages/testing/README.md',
];

/** Paths of all pages, relative to the root of the repository. */
export function listPages(root: string): string[] {
  return [...DOCUMENTS, ...markdownIn(root, 'docs')];
}

function markdownIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && `${folder}/${name}` !== 'docs/site')
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return markdownIn(root, path);
      return path.endsWith('.md') ? [path] : [];
    })
    .sort();
}
