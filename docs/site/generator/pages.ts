import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** Pages from files outside `docs/`, by path. */
export const PROJECT_PAGES: Readonly<Record<string, { readonly path: string; readonly order: number }>> = {
  'SECURITY.md': { path: 'security-policy.md', order: 590 },
  'CHANGELOG.md': { path: 'changelog.md', order: 890 },
};

/** The address of a Markdown file on the site: `docs/proxy.md` is at `/docs/proxy/`. */
export function urlOf(path: string): string {
  return `/${path.replace(/\.md$/, '').replace(/(^|\/)index$/, '')}/`.replace('//', '/');
}

/**
 * The address on the site for a relative link in a Markdown file.
 * @param from - path of the file that contains the link
 * @returns `undefined` for a file of the repository that the site does not have
 */
export function siteLink(link: string, from: string): string | undefined {
  if (/^([a-z][a-z+.-]*:|\/|#)/i.test(link)) return link;
  const [, path = '', hash = ''] = /^([^#]*)(.*)$/.exec(link) ?? [];
  const target = posix.join(posix.dirname(from), path);
  if (target.endsWith('/') && existsSync(`${target}index.md`)) return urlOf(`${target}index.md`) + hash;
  const project = PROJECT_PAGES[target];
  if (project) return urlOf(`docs/${project.path}`) + hash;
  if (target === 'README.md') return '/docs/';
  if (!target.startsWith('docs/')) return undefined;
  return (target.endsWith('.md') ? urlOf(target) : `/${target}`) + hash;
}

/** The file that a page of the site was written in. */
export function sourceOf(inputPath: string): string {
  const path = inputPath.replace(/^\.\//, '');
  const found = Object.entries(PROJECT_PAGES).find(([, page]) => `docs/${page.path}` === path);
  return found?.[0] ?? path;
}

export const isPicture = (path: string): boolean => /\.(avif|gif|jpe?g|png|svg|webp)$/.test(path);

/** The title of a page without front matter: its first heading. */
export function firstHeading(markdown: string): string | undefined {
  return /^# (.+)$/m.exec(markdown)?.[1]?.replace(/[`*_<>]/g, '');
}

/** A page from a file outside `docs/`, with front matter. */
export function projectPage(path: string, order: number): string {
  const text = readFileSync(path, 'utf8');
  return /^---\n/.test(text) ? text : `---\norder: ${order}\n---\n\n${text}`;
}
