import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { SITE } from '../docs/site/folders.js';
import { createSiteListener } from '../docs/site/server.js';

/** The documentation on the shop's server. It is built in a process of its own, so that the shop starts at once. */
export interface Documentation {
  /** Serves `/docs/`. While the documentation is being built, a page says so. */
  readonly listener: RequestListener;
  /** Builds the site. Serves an earlier build, if there is one, until the new one is complete. */
  build(): void;
}

/** @param root - folder of the project */
export function createDocumentation(root: string): Documentation {
  const site = createSiteListener(join(root, SITE));
  let hasFailed = false;
  return {
    listener(request, response) {
      if (existsSync(join(root, SITE, 'docs/index.html'))) site(request, response);
      else {
        const page = hasFailed ? FAILED : BUILDING;
        response.writeHead(503, { ...PAGE_HEADERS, 'Retry-After': '2' }).end(page);
      }
    },
    build() {
      const options = { cwd: root, stdio: 'ignore' } as const;
      const builder = spawn(process.execPath, ['--import', 'tsx', 'docs/site/build.ts'], options);
      builder.on('close', (code) => {
        hasFailed = code !== 0;
        if (hasFailed) console.error('The documentation could not be built. Run "npm run docs:build" to see why.');
      });
    },
  };
}

const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'",
  'Cache-Control': 'no-store',
};

const page = (head: string, text: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${head}<title>Documentation</title>
<h1>Documentation</h1>
<p>${text}</p>
`;

const BUILDING = page(
  '<meta http-equiv="refresh" content="2">\n',
  'The documentation is being built. This page reloads until it is ready.',
);

const FAILED = page(
  '',
  'The documentation could not be built, for example because the package registry cannot be reached. ' +
    'Read the Markdown files in the folder <code>docs</code>, or run <code>npm run docs</code>.',
);
