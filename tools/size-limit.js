import { readdirSync } from 'node:fs';
import { join } from 'node:path';

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
const late = (name) => browser(`${name}-${'[0-9a-f]'.repeat(8)}.js`);

/** What the documented snippet loads, and what a payment adds. Their limits never grow. */
const FIRST = ['payment-widget.css', 'payment-widget.js'].map(browser);
const PAYMENT = ['behaviour', 'test-numbers'].map(late);

export default [
  { name: 'until typable', path: FIRST, limit: '12.2 kB' },
  { name: 'until paid, by card, in Live mode', path: [...FIRST, ...PAYMENT], limit: '39.1 kB' },
  { name: 'isolated mode: in the page', path: late('isolated-behaviour'), limit: '10.35 kB' },
  { name: 'frame.js', path: browser('frame.js'), limit: '3.97 kB' },
  { name: 'extra-fields', path: late('extra-fields'), limit: '9.3 kB' },
  { name: 'card-data', path: late('card-data'), limit: '1.65 kB' },
  { name: 'networks', path: late('networks'), limit: '2.65 kB' },
  { name: 'next-action', path: late('next-action'), limit: '0.9 kB' },
  { name: 'test-numbers', path: late('test-numbers'), limit: '0.55 kB' },
  { name: 'settle-attempt', path: late('settle-attempt'), limit: '4 kB' },
  { name: 'problems', path: late('problems'), limit: '3.25 kB' },
  { name: 'slotted-controls', path: late('slotted-controls'), limit: '0.92 kB' },
  { name: 'languages', path: late('languages'), limit: '1 kB' },
  { name: 'read-settings', path: late('read-settings'), limit: '3.2 kB' },
  { name: 'setup-hints', path: late('setup-hints'), limit: '3.4 kB' },
  { name: 'token-order', path: late('token-order'), limit: '0.45 kB' },
  { name: 'order-guard', path: late('order-guard'), limit: '0.9 kB' },
  {
    name: 'payment-widget, not minified',
    path: ['dist', 'dist/chunks'].flatMap(filesIn).filter(isForPages),
    limit: '98.1 kB',
  },
  {
    name: 'payment-widget-proxy, with its command',
    path: ['', 'chunks', 'stores'].flatMap((folder) => filesIn(join('packages/proxy/dist', folder))),
    limit: '64.1 kB',
  },
  {
    name: 'payment-widget-testing, with its command',
    path: ['', 'chunks'].flatMap((folder) => filesIn(join('packages/testing/dist', folder))),
    limit: '40.7 kB',
  },
  ...filesIn('dist/browser/locales').map((path) => ({ name: path.slice(dist.length), path, limit: '2.85 kB' })),
  ...filesIn('dist/browser/regions').map((path) => ({ name: path.slice(dist.length), path, limit: '1.6 kB' })),
];
