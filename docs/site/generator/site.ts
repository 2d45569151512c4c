import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Eleventy, { type Collection, type PageData, type UserConfig } from '@11ty/eleventy';
import { createLlms, readPages } from '../../../tools/llms.js';
import { SITE } from '../folders.js';
import { hostHeaders } from '../headers.js';
import { bundle } from './bundle.js';
import { extendMarkdown, type Outline } from './markdown.js';
import { groupPages, neighbour } from './navigation.js';
import { firstHeading, isPicture, PROJECT_PAGES, projectPage, urlOf } from './pages.js';
import { createSearchIndex } from './search-index.js';

/** Built beside the site and then moved, so that a server never serves half of it. */
const NEXT = `${SITE}.${process.pid}`;

/** Builds the site from `docs/` and `dist/browser/`. The working directory is the project. */
export async function buildSite(): Promise<void> {
  try {
    const outlines = new Map<string, Outline>();
    await Promise.all([writePages(outlines), bundle(join(NEXT, 'docs'))]);
    write('docs/search.json', createSearchIndex([...outlines.values()].flatMap(({ sections }) => sections)));
    copyFiles();
    writeHostFiles();
    rmSync(SITE, { recursive: true, force: true });
    renameSync(NEXT, SITE);
  } finally {
    rmSync(NEXT, { recursive: true, force: true }); // if the build has failed
  }
}

async function writePages(outlines: Map<string, Outline>): Promise<void> {
  const config = (eleventy: UserConfig) => {
    configure(eleventy, outlines);
  };
  await new Eleventy('docs', NEXT, { quietMode: true, configPath: 'docs/site/eleventy.config.js', config }).write();
}

function configure(eleventy: UserConfig, outlines: Map<string, Outline>): void {
  eleventy.setUseGitIgnore(false);
  eleventy.setUseTemplateCache(false); // later builds of this process read the pages again
  eleventy.ignores.add('docs/site/**');
  eleventy.ignores.add('docs/examples/**');
  eleventy.setTemplateFormats(['md']);
  eleventy.setIncludesDirectory('site/layouts');
  eleventy.setLayoutsDirectory('site/layouts');
  eleventy.addGlobalData('layout', 'page.njk');
  eleventy.addGlobalData('eleventyComputed', {
    title: ({ title, page }: PageData) => title || (firstHeading(page.rawInput) ?? page.url),
    permalink: ({ page }: PageData) => `${urlOf(page.inputPath.replace(/^\.\//, ''))}index.html`,
  });
  for (const [path, { path: as, order }] of Object.entries(PROJECT_PAGES)) {
    eleventy.addTemplate(as, projectPage(path, order));
  }
  eleventy.amendLibrary('md', (markdown) => {
    extendMarkdown(markdown, outlines);
  });
  eleventy.addFilter('groups', groupPages);
  eleventy.addFilter('previous', (pages: Collection[], url: string) => neighbour(pages, url, -1));
  eleventy.addFilter('next', (pages: Collection[], url: string) => neighbour(pages, url, 1));
  eleventy.addFilter('entries', (url: string) => outlines.get(url)?.entries ?? []);
}

/** The element, the examples, the pictures, and the plain pages for programs. */
function copyFiles(): void {
  cpSync('dist/browser', join(NEXT, 'payment-widget'), { recursive: true });
  cpSync('docs/examples', join(NEXT, 'docs/examples'), { recursive: true });
  const files = readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .filter((path) => !path.startsWith('docs/site/') && !path.startsWith('docs/examples/'))
    .filter((path) => isPicture(path) || path.endsWith('.md'));
  for (const path of files) cpSync(path, join(NEXT, path));
  for (const [path, page] of Object.entries(PROJECT_PAGES)) cpSync(path, join(NEXT, 'docs', page.path));
  cpSync('docs/site/styles/icon.svg', join(NEXT, 'docs/assets/icon.svg'));
}

function writeHostFiles(): void {
  const layout = (name: string) => readFileSync(`docs/site/layouts/${name}`, 'utf8');
  write('index.html', layout('redirect.html'));
  write('404.html', layout('not-found.html'));
  write('_headers', hostHeaders());
  const { list, full } = createLlms(readPages(), (path) => `/${path}`);
  write('llms.txt', list);
  write('llms-full.txt', full);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(NEXT, path)), { recursive: true });
  writeFileSync(join(NEXT, path), text);
}
