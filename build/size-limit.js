import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

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
  { name: 'script tag: a card payment in English', path: path('payment-widget.js'), limit: '30.7 kB' },
  { name: 'fields beyond the card', path: path('extras.js'), limit: '5.3 kB' },
  {
    name: 'marks of card networks, those of one country, and numbers for tests',
    path: path('cards.js'),
    limit: '2.45 kB',
  },
  { name: 'what reads the word of the proxy about a payment in doubt', path: path('doubt.js'), limit: '2.1 kB' },
  { name: 'what encrypts cards', path: path('encryption.js'), limit: '7.9 kB' },
  {
    name: 'ES modules of the element, not minified',
    path: [path('define.js'), path('index.js'), ...filesIn('chunks')],
    limit: '47.9 kB',
  },
  { name: 'ES modules of the proxy, not minified', path: [path('proxy.js'), ...filesIn('stores')], limit: '20 kB' },
  ...filesIn('locales').map((path) => ({ name: `language: ${basename(path, '.js')}`, path, limit: '2 kB' })),
  ...filesIn('locales/extras').map((path) => ({
    name: `language of fields beyond the card: ${basename(path, '.js')}`,
    path,
    limit: '0.8 kB',
  })),
];
