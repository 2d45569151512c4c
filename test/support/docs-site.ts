import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before } from 'node:test';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { close, listen } from '../../src/node-server/listen.js';
import { SITE } from '../../docs/site/folders.js';
import { createSiteListener } from '../../docs/site/server.js';
import { openBrowser } from './browser.js';
import { listenForComplaints } from './shopper.js';

/** The built documentation on a server, and a browser. Both exist from the suite's `before` hooks on. */
export interface SiteContext {
  readonly url: string;
  /** Payment requests that the server got, although the sandbox in the page should have answered them. */
  readonly leaked: readonly string[];
  /** A new context of the browser; it is closed after the tests. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
}

/** Serves the site that `npm run docs:build` has built. */
export function withSite(): SiteContext {
  let browser: Browser;
  let url: string;
  const serve = createSiteListener(SITE);
  const leaked: string[] = [];
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/pay/')) leaked.push(request.url);
    serve(request, response);
  });
  before(async () => {
    if (!existsSync(SITE)) throw new Error(`There is no ${SITE}. Run "npm run docs:build".`);
    [browser, url] = await Promise.all([openBrowser(), listen(server, 0)]);
  });
  after(async () => {
    await Promise.all([browser.close(), close(server)]);
  });
  return {
    get url() {
      return url;
    },
    leaked,
    newContext: (options) => browser.newContext(options),
  };
}

/** A page of a context, its console messages, CSP violations and the requests to other origins. */
export interface SitePage {
  readonly page: Page;
  readonly complaints: string[];
  readonly external: string[];
}

export async function openPage(context: BrowserContext, url: string): Promise<SitePage> {
  const page = await context.newPage();
  const complaints = await listenForComplaints(page);
  const external: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== url) external.push(request.url());
  });
  return { page, complaints, external };
}

/** Addresses of all pages of the documentation. */
export function sitePages(): string[] {
  return readdirSync(`${SITE}/docs`, { recursive: true, encoding: 'utf8' })
    .map((name) => `/docs/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('index.html') && !path.startsWith('/docs/examples/'))
    .map((path) => path.replace(/index\.html$/, ''))
    .sort();
}
