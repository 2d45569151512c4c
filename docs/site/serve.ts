import { watch } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { listen } from '../../src/node-server/listen.js';
import { SITE } from './folders.js';
import { createSiteServer } from './server.js';

/** `npm run docs`: builds the site, serves it, and builds it again after each change in `docs/`. */

const PORT = 4244;

/** Editors write a file in several steps. In ms. */
const PAUSE = 200;

await import('./build.js'); // installs what the others import
const { buildSite } = await import('./generator/site.js');

console.log(`\nDocumentation  ${await listen(createSiteServer(SITE), PORT)}/docs/\n\nPress Ctrl+C to stop.\n`);

let isChanged = false;
let isBuilding = false;
watch('docs', { recursive: true }, (_, name) => {
  if (name && /(^|[\\/])(_site(\.\d+)?|node_modules)\b/.test(name)) return;
  isChanged = true;
  if (!isBuilding) void rebuild();
});

async function rebuild(): Promise<void> {
  isBuilding = true;
  while (isChanged) {
    await wait(PAUSE);
    isChanged = false;
    try {
      await buildSite();
      console.log(`Built ${SITE}.`);
    } catch (error) {
      console.error(error);
    }
  }
  isBuilding = false;
}
