import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { PARTS } from '../../build/script-files.js';
import { FIELDS } from '../../src/fields.js';
import { LANGUAGES } from '../../src/languages.js';
import {
  attributes,
  cssParts,
  cssProperties,
  cssStates,
  events,
  fields,
  methods,
  namesOf,
  slots,
} from '../support/manifest.js';

/** The README against the manifest, which metadata.test.ts holds against the code. */

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const readme = read('README.md');

/** What a pattern's first group finds, sorted, each once. */
function all(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))].sort();
}

/** The README's table under a heading: the rest of each row by its first cell, which is in code marks. */
function table(heading: string): Map<string, string> {
  const section = readme.split(/^#+ /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return new Map(
    Array.from(section.matchAll(/^\| `([^`]+?)(?:\(\))?` +\|(.*)/gm), ([, name = '', row = '']) => [name, row]),
  );
}

/** The names in code marks after a label such as "Parts". */
function list(label: string): string[] {
  const sentence = new RegExp(`^${label}[^]*?\\.$`, 'm').exec(readme)?.[0] ?? '';
  return all(sentence.slice(sentence.indexOf(': ')), /`([^`]+)`/g);
}

/** The default that a row of a table gives. */
const defaultIn = (row = '') => /Default:? `?([^`.;|]+)/.exec(row)?.[1]?.trim();

describe('the README', () => {
  const claims: [string, Iterable<string>, string[]][] = [
    ['attribute', table('Attributes').keys(), namesOf(attributes)],
    ['property', table('Properties').keys(), namesOf(fields.filter(({ attribute }) => !attribute))],
    ['method', table('Methods').keys(), namesOf(methods)],
    ['field', table('Fields').keys(), Object.keys(FIELDS)],
    ['event', table('Events').keys(), namesOf(events)],
    ['custom property', table('Look').keys(), namesOf(cssProperties)],
    ['part', list('Parts'), namesOf(cssParts)],
    ['state', list('States'), namesOf(cssStates)],
    ['slot', list('Slots'), namesOf(slots.filter(({ name }) => name))],
    ['language', list('Loaded'), Object.keys(LANGUAGES)],
  ];
  it('says which files to copy: all that the script may load from beside it', () => {
    const [sentence = ''] = /^Copy `payment-widget\.js`[^]*?folder `locales`/m.exec(readme) ?? [];
    assert.deepEqual(all(sentence, /`([\w-]+)\.js`/g), ['payment-widget', ...PARTS].sort());
  });

  for (const [what, documented, real] of claims) {
    it(`lists every ${what} that there is, and no other`, () => {
      assert.deepEqual([...documented].sort(), [...real].sort());
    });
  }

  it('gives the default of every attribute that has one, and of no other', () => {
    assert.deepEqual(
      Array.from(table('Attributes'), ([name, row]) => [name, defaultIn(row)]).sort(),
      attributes.map(({ name, default: value }) => [name, value]).sort(),
    );
  });

  it('says of every property that can only be read that it is so, and of no other', () => {
    const documented = [...table('Properties')].filter(([, row]) => row.includes('Read-only')).map(([name]) => name);
    assert.deepEqual(documented.sort(), namesOf(fields.filter(({ readonly }) => readonly)));
  });

  it('gives the default of every custom property as it is', () => {
    const documented = Array.from(table('Look'), ([name, row]) => [name, /`([^`]+)`/.exec(row)?.[1]]);
    assert.deepEqual(
      documented,
      cssProperties.map(({ name, default: value }) => [name, value]),
    );
  });
});

/** The pages about the demo, of which some stand deep in it. */
function pagesIn(folder: string): string[] {
  return readdirSync(new URL(`../../${folder}`, import.meta.url), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : pagesIn(path);
    return path.endsWith('.md') ? [path] : [];
  });
}

/** The headings of a page, as links name them. */
const anchorsOf = (text: string) =>
  all(text, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const AT_THE_TOP = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CONTRACT.md', 'CHANGELOG.md'];

for (const name of [...AT_THE_TOP, ...pagesIn('demo')]) {
  describe(name, () => {
    const text = read(name);
    const place = posix.dirname(name);

    it('sends nobody to a file that is not there', () => {
      const paths = [
        ...all(text, /`((?:src|demo|test|build)\/[\w./-]+)`/g),
        ...all(text, /(?<!\[)`([\w./-]+\.ts)`/g), // the text of a link is no path
        ...all(text, /\]\((?!https?:)([\w./-]+)/g).map((path) => posix.join(place, path)),
      ];
      const missing = paths.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)));
      assert.deepEqual(missing, []);
    });

    it('sends nobody to a heading that is not there', () => {
      const links = all(text, /\]\(((?!https?:)[\w./-]*#[\w-]+)\)/g);
      const missing = links.filter((link) => {
        const [path = '', anchor = ''] = link.split('#');
        return !anchorsOf(path ? read(posix.join(place, path)) : text).includes(anchor);
      });
      assert.deepEqual(missing, []);
    });

    it('names no command that there is not', () => {
      const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
      const missing = all(text, /npm run ([\w:]+)/g).filter((script) => !Object.hasOwn(scripts, script));
      assert.deepEqual(missing, []);
    });
  });
}

describe('the page in a Flutter app', () => {
  it('closes when the payment has ended well, and not while the shopper may pay again or nobody knows', () => {
    const [, code = ''] = /^```js\n([^]*?)^```/m.exec(read('demo/proxies/flutter.md')) ?? [];
    const document = new EventTarget();
    const told: string[] = [];
    runInNewContext(code, { document, window: { App: { postMessage: (what: string) => told.push(what) } } });
    for (const { name } of events) document.dispatchEvent(new Event(name));
    assert.deepEqual(told.sort(), ['pending', 'success']);
  });
});

describe('the themes of the demo', () => {
  const themes = read('demo/shop/themes.css');
  const unknown = (pattern: RegExp, known: readonly { readonly name: string }[]) =>
    all(themes, pattern).filter((name) => !known.some((one) => one.name === name));

  it('are made of custom properties that are documented', () => {
    assert.deepEqual(unknown(/(--payment-widget-[\w-]+)/g, cssProperties), []);
  });

  it('are made of parts that are documented', () => {
    assert.deepEqual(unknown(/::part\(([\w-]+)\)/g, cssParts), []);
  });
});
