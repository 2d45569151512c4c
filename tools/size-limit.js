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

/** What the documented snippet loads, and what a payment adds. Their limits never grow. */
const FIRST = ['payment-widget.css', 'payment-widget.js'];
const PAYMENT = ['behaviour.js', 'test-numbers.js'];

export default [
  { name: 'until typable', path: FIRST.map(browser), limit: '11.9 kB' },
  { name: 'until paid, by card, in Live mode', path: [...FIRST, ...PAYMENT].map(browser), limit: '36.2 kB' },
  { name: 'isolated mode: in the page', path: browser('isolated-behaviour.js'), limit: '10.35 kB' },
  { name: 'frame.js', path: browser('frame.js'), limit: '3.75 kB' },
  { name: 'extra-fields.js', path: browser('extra-fields.js'), limit: '9 kB' },
  { name: 'card-data.js', path: browser('card-data.js'), limit: '1.65 kB' },
  { name: 'networks.js', path: browser('networks.js'), limit: '2.6 kB' },
  { name: 'next-action.js', path: browser('next-action.js'), limit: '0.9 kB' },
  { name: 'test-numbers.js', path: browser('test-numbers.js'), limit: '0.55 kB' },
  { name: 'settle-attempt.js', path: browser('settle-attempt.js'), limit: '3.3 kB' },
  { name: 'problems.js', path: browser('problems.js'), limit: '3.25 kB' },
  { name: 'slotted-controls.js', path: browser('slotted-controls.js'), limit: '0.92 kB' },
  { name: 'languages.js', path: browser('languages.js'), limit: '0.8 kB' },
  { name: 'read-settings.js', path: browser('read-settings.js'), limit: '3.2 kB' },
  { name: 'setup-hints.js', path: browser('setup-hints.js'), limit: '3.3 kB' },
  { name: 'order-guard.js', path: browser('order-guard.js'), limit: '0.8 kB' },
  {
    name: 'payment-widget, not minified',
    path: ['dist', 'dist/chunks'].flatMap(filesIn).filter(isForPages),
    limit: '92.2 kB',
  },
  {
    name: 'payment-widget-proxy, with its command',
    path: ['', 'chunks', 'stores'].flatMap((folder) => filesIn(join('packages/proxy/dist', folder))),
    limit: '58.9 kB',
  },
  {
    name: 'payment-widget-testing, with its command',
    path: ['', 'chunks'].flatMap((folder) => filesIn(join('packages/testing/dist', folder))),
    limit: '39.6 kB',
  },
  ...filesIn('dist/browser/locales').map((path) => ({ name: path.slice(dist.length), path, limit: '2.85 kB' })),
  ...filesIn('dist/browser/regions').map((path) => ({ name: path.slice(dist.length), path, limit: '1.6 kB' })),
];
