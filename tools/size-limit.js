import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tsImport } from 'tsx/esm/api';

/** The limits of the built files, compressed with brotli. Lower a limit when a file has become smaller. */

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

const filesIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.js'))
    .map((file) => join(root, folder, file));

/** `form-html.js` contains the templates of Lit for servers. */
const isForPages = (path) => !path.endsWith('form-html.js');

const browser = (file) => join(dist, 'browser', file);

/** A file with the hash of its content in its name. */
const hashed = (name) => browser(`${name}-${'[0-9a-f]'.repeat(8)}.js`);

/** What the documented snippet loads, and what a payment adds. */
const SNIPPET = ['payment-widget.css', 'payment-widget.js'].map(browser);
const PAYMENT = ['card-form', 'test-numbers'].map(hashed);

/** Each file of a part has its limit. */
const { PARTS } = await tsImport('../src/contract/parts.ts', import.meta.url);
const parts = Object.entries(PARTS).flatMap(([part, { limit }]) => {
  if (!limit) return [];
  const files = part.includes('/') ? filesIn(join('dist/browser', dirname(part))) : [hashed(part)];
  return files.map((path) => ({ name: part.includes('/') ? path.slice(dist.length) : part, path, limit }));
});

export default [
  { name: 'until typable', path: SNIPPET, limit: '12.42 kB' },
  { name: 'until paid, by card, in Live mode', path: [...SNIPPET, ...PAYMENT], limit: '42.2 kB' },
  { name: 'frame.js', path: browser('frame.js'), limit: '3.97 kB' },
  ...parts,
  {
    name: 'payment-widget, not minified',
    path: ['dist', 'dist/chunks'].flatMap(filesIn).filter(isForPages),
    limit: '102.9 kB',
  },
  {
    name: 'payment-widget-proxy, with its command',
    path: ['', 'chunks', 'stores'].flatMap((folder) => filesIn(join('packages/proxy/dist', folder))),
    limit: '65.1 kB',
  },
  {
    name: 'payment-widget-testing, with its command',
    path: ['', 'chunks'].flatMap((folder) => filesIn(join('packages/testing/dist', folder))),
    limit: '40.7 kB',
  },
];
