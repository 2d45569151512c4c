import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { FIELDS } from '../../src/fields.js';
import * as entry from '../../src/index.js';
import { LANGUAGES } from '../../src/languages.js';
import { PaymentWidget } from '../../src/payment-widget.js';
import { styles } from '../../src/payment-widget.styles.js';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const readme = read('README.md');
const element = read('src/payment-widget.ts');
const template = ['payment-widget.template', 'result-panel.template', 'drawings']
  .map((name) => read(`src/${name}.ts`))
  .join();
const events = read('src/events.ts');

/** What a pattern's first group finds, sorted, each once. */
function all(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))].sort();
}

/** First cells of the README's table under a heading, without their code marks. */
function table(heading: string): string[] {
  const section = readme.split(/^#+ /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return all(section, /^\| `([^`]+)`/gm);
}

/** The names in code marks after a label such as "Parts". */
function list(label: string): string[] {
  const sentence = new RegExp(`^${label}[^]*?\\.$`, 'm').exec(readme)?.[0] ?? '';
  return all(sentence.slice(sentence.indexOf(': ')), /`([^`]+)`/g);
}

const attributes: string[] = [];
const properties: string[] = ['state', 'valid'];
for (const [name, { attribute }] of Object.entries(PaymentWidget.properties)) {
  if (attribute === false) properties.push(name);
  else attributes.push(typeof attribute === 'string' ? attribute : name.toLowerCase());
}

/** Each custom property with its default, as it is said to others: inside, one that follows another names a private copy. */
const defaults = [...styles.cssText.matchAll(/var\((--payment-widget-[\w-]+), (.+)\);/g)].map(([, name, value]) => [
  name ?? '',
  value?.replace(/^var\(--_(.+)\)$/, '--payment-widget-$1') ?? '',
]);
const customProperties = defaults.map(([name]) => name ?? '');
const parts = all(template, /part="([\w-]+)"/g);
const states = [
  ...all(events, /type PaymentState = ([^;]+)/g)
    .join()
    .matchAll(/'(\w+)'/g),
].map(([, name]) => name);
const slots = all(template, /<slot name="([\w-]+)"/g);
const eventNames = all(events, /super\('([\w-]+)'/g);

describe('the README', () => {
  const claims: [string, string[], string[]][] = [
    ['attribute', table('Attributes'), attributes],
    ['property', table('Properties'), properties],
    ['field', table('Fields'), Object.keys(FIELDS)],
    ['event', table('Events'), eventNames],
    ['custom property', table('Look'), customProperties],
    ['part', list('Parts'), parts],
    ['state', list('States'), [...states, 'test'] as string[]],
    ['slot', list('Slots'), slots],
    ['language', list('Loaded'), Object.keys(LANGUAGES)],
  ];
  for (const [what, documented, real] of claims) {
    it(`lists every ${what} that there is, and no other`, () => {
      assert.deepEqual(documented, [...real].sort());
    });
  }

  it('lists every public method', () => {
    const methods = all(readme.split('### Methods')[1]?.split('###')[0] ?? '', /^\| `(\w+)\(\)`/gm);
    assert.deepEqual(methods, ['focus', 'reset', 'submit', 'validate']);
  });

  it('gives the default of every custom property as it is', () => {
    const documented = [...readme.matchAll(/^\| `(--payment-widget-[\w-]+)` +\| `([^`]+)`/gm)].map(
      ([, name, value]) => [name, value],
    );
    assert.deepEqual(documented, defaults);
  });

  it('sends nobody to a file that is not there', () => {
    const missing = all(readme, /`((?:src|demo|test)\/[\w./-]+)`/g).filter(
      (path) => !existsSync(new URL(`../../${path}`, import.meta.url)),
    );
    assert.deepEqual(missing, []);
  });
});

describe('the themes of the demo', () => {
  const themes = read('demo/shop/themes.css');

  it('are made of custom properties that are documented', () => {
    const used = all(themes, /(--payment-widget-[\w-]+)/g);
    assert.deepEqual(
      used.filter((name) => !customProperties.includes(name)),
      [],
    );
  });

  it('are made of parts that are documented', () => {
    assert.deepEqual(
      all(themes, /::part\(([\w-]+)\)/g).filter((name) => !parts.includes(name)),
      [],
    );
  });
});

describe('the comment of the element’s class', () => {
  const tags: [string, RegExp, string[]][] = [
    ['@fires', /@fires \{\w+\} ([\w-]+) -/g, eventNames],
    ['@csspart', /@csspart ([\w-]+) -/g, parts],
    ['@cssprop', /@cssprop \[(--[\w-]+)=/g, customProperties],
    ['@cssState', /@cssState (\w+) -/g, [...states, 'test'] as string[]],
    ['@slot', /@slot ([\w-]+) - /g, slots],
  ];
  for (const [tag, pattern, real] of tags) {
    it(`has one ${tag} for each that there is`, () => {
      assert.deepEqual(all(element, pattern), [...real].sort());
    });
  }

  it('gives the default of every custom property as it is', () => {
    const documented = [...element.matchAll(/@cssprop \[(--[\w-]+)=(.+)\] -/g)].map(([, name, value]) => [name, value]);
    assert.deepEqual(documented, defaults);
  });

  it('names event classes that the package exports', () => {
    assert.deepEqual(
      all(element, /@fires \{(\w+)\}/g).filter((name) => !(name in entry)),
      [],
    );
  });
});
