import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What the built files may have at most, compressed with brotli. `npm run size` holds them to it, and so do the tests;
 * `npm run bytes` prints what they are made of. Lower a limit whenever a file has become smaller.
 */
const dist = join(import.meta.dirname, '../dist');

/** A file that is not there would have no bytes, and pass. */
const path = (name) => {
  if (!existsSync(join(dist, name))) throw new Error(`dist/${name} is not there: npm run build`);
  return join(dist, name);
};

const filesIn = (folder) =>
  readdirSync(path(folder))
    .filter((file) => file.endsWith('.js'))
    .map((file) => path(`${folder}/${file}`));

export default [
  { name: 'script tag: a card payment in English', path: path('payment-widget.js'), limit: '45.6 kB' },
  { name: 'what encrypts cards', path: path('encryption.js'), limit: '7.9 kB' },
  {
    name: 'ES modules of the element, not minified',
    path: [path('define.js'), path('index.js'), ...filesIn('chunks')],
    limit: '62 kB',
  },
  { name: 'ES modules of the proxy, not minified', path: [path('proxy.js'), ...filesIn('stores')], limit: '26 kB' },
  ...filesIn('locales').map((file) => ({
    name: `language: ${file.slice(path('locales').length + 1, -3)}`,
    path: file,
    limit: '2 kB',
  })),
];
