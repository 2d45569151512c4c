import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The limits of the built files, compressed with brotli. Lower a limit when a file has become smaller. */

const dist = join(import.meta.dirname, '../dist');

const filesIn = (folder) =>
  readdirSync(join(dist, folder))
    .filter((file) => file.endsWith('.js'))
    .map((file) => join(dist, folder, file));

const browser = (file) => join(dist, 'browser', file);

export default [
  { name: 'script tag: a card payment in English', path: browser('payment-widget.js'), limit: '32 kB' },
  { name: 'optional-fields.js', path: browser('optional-fields.js'), limit: '5.3 kB' },
  { name: 'card-data.js', path: browser('card-data.js'), limit: '2.45 kB' },
  { name: 'attempt-report.js', path: browser('attempt-report.js'), limit: '2.1 kB' },
  { name: 'encrypt-card.js', path: browser('encrypt-card.js'), limit: '7.9 kB' },
  {
    name: 'ES modules of the element, not minified',
    path: [join(dist, 'define.js'), join(dist, 'index.js'), ...filesIn('chunks')],
    limit: '47.9 kB',
  },
  {
    name: 'ES modules of the proxy, not minified',
    path: [join(dist, 'proxy.js'), ...filesIn('stores')],
    limit: '20 kB',
  },
  ...filesIn('browser/locales').map((path) => ({ name: path.slice(dist.length), path, limit: '2 kB' })),
  ...filesIn('browser/locales/optional').map((path) => ({ name: path.slice(dist.length), path, limit: '0.85 kB' })),
];
