import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { defaults, newReference, readAddress, writeAddress, writeLink } from '../../../demo/qa/settings-url.js';
import { problemOf, READ_ONLY, SETTINGS, settingOf } from '../../../demo/qa/settings.js';
import { SCENARIOS } from '../../../src/sandbox/scenarios.js';

interface Manifest {
  readonly modules: readonly { readonly declarations: readonly Declaration[] }[];
}

interface Declaration {
  readonly tagName?: string;
  readonly attributes?: readonly { readonly name: string }[];
  readonly members?: readonly { readonly kind: string; readonly name: string }[];
  readonly slots?: readonly { readonly name: string }[];
}

const { modules } = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as Manifest;
const element = modules.flatMap(({ declarations }) => declarations).find(({ tagName }) => tagName === 'payment-widget');

const attributes = SETTINGS.flatMap(({ to }) => ('attribute' in to ? [to.attribute] : [])).sort();
const properties = SETTINGS.flatMap(({ to }) => ('property' in to ? [to.property] : [])).sort();
const slots = SETTINGS.flatMap(({ to }) => ('slot' in to ? [to.slot] : [])).sort();

describe('the settings of the QA page', () => {
  it('cover every attribute of the element, and no other', () => {
    assert.deepEqual(attributes, element?.attributes?.map(({ name }) => name).sort());
  });

  it('cover every property of the element that is not an attribute, except read-only ones', () => {
    const ofAttributes = attributes.map((name) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()));
    const fields = element?.members?.filter(({ kind }) => kind === 'field').map(({ name }) => name);
    assert.deepEqual(
      [...properties, ...READ_ONLY].sort(),
      fields?.filter((name) => !ofAttributes.includes(name)).sort(),
    );
  });

  it('cover every named slot of the element', () => {
    const named = element?.slots?.filter(({ name }) => name !== '');
    assert.deepEqual(slots, named?.map(({ name }) => name).sort());
  });

  it('have unique names', () => {
    assert.equal(new Set(SETTINGS.map(({ name }) => name)).size, SETTINGS.length);
  });

  it('offer every scenario of the catalogue', () => {
    const offered = settingOf('scenario').options?.map(([value]) => value);
    assert.deepEqual(offered, ['', ...SCENARIOS.map(({ id }) => id)]);
  });

  it('have valid defaults and options', () => {
    const invalid = SETTINGS.flatMap((setting) => {
      const offered = [setting.default, ...(setting.options ?? []).map(([value]) => value)];
      return offered.filter((value) => problemOf(setting, value)).map((value) => `${setting.name}=${value}`);
    });
    assert.deepEqual(invalid, []);
  });
});

describe('the address of the QA page', () => {
  const order = { reference: 'order-1' };
  const written: [what: string, values: Record<string, string>, search: string][] = [
    ['only the reference by default', {}, '?reference=order-1'],
    ['values other than the default', { amount: '100', disabled: 'on' }, '?amount=100&reference=order-1&disabled=on'],
    ['the absence of a default value', { currency: '' }, '?currency=&reference=order-1'],
    ['paths in readable form', { 'proxy-url': '/qa/live' }, '?reference=order-1&proxy-url=/qa/live'],
    [
      'characters with a meaning in URLs',
      { description: 'a&b=c #1+1?' },
      '?reference=order-1&description=a%26b%3Dc+%231%2B1%3F',
    ],
    ['JSON', { metadata: '{ "a": "ä" }' }, '?reference=order-1&metadata=%7B+%22a%22:+%22%C3%A4%22+%7D'],
  ];
  for (const [what, values, search] of written) {
    it(`contains ${what} and is read back`, () => {
      const all = { ...defaults, ...order, ...values };
      assert.equal(writeAddress(all), search);
      assert.deepEqual(readAddress(search), { values: all, problems: [] });
    });
  }

  it('gets a new reference when it has none', () => {
    assert.match(readAddress('').values['reference'] ?? '', /^qa-[a-z0-9]{10}$/);
  });

  it('can leave the reference empty', () => {
    assert.equal(readAddress('?reference=').values['reference'], '');
  });

  const bad: [search: string, problem: RegExp][] = [
    ['?colour=red', /^colour=red: Unknown setting/],
    ['?theme=neon', /^theme=neon: Expected one of: linen, ink, candy/],
    ['?disabled=yes', /^disabled=yes: Expected "on"/],
    ['?metadata={', /^metadata={: Invalid JSON/],
    ['?metadata=[1]', /^metadata=\[1\]: Expected an object/],
    ['?lang=no_such+tag', /^lang=no_such tag: Expected a language tag/],
    ['?amount=1&amount=2', /^amount=2: Duplicate/],
  ];
  for (const [search, problem] of bad) {
    it(`reports what is invalid in ${search}`, () => {
      assert.match(readAddress(search).problems.join(), problem);
    });
  }

  it('applies the valid parts of an invalid address', () => {
    const { values } = readAddress('?theme=neon&amount=100');
    assert.deepEqual([values['theme'], values['amount']], ['', '100']);
  });

  it('accepts a language that is not in the list', () => {
    assert.equal(readAddress('?lang=de-CH').values['lang'], 'de-CH');
  });

  it('keeps invalid attribute values, which the element reports', () => {
    assert.equal(readAddress('?amount=49.99').values['amount'], '49.99');
  });
});

describe('a link to share', () => {
  it('omits a generated reference, so that its reader gets a new one', () => {
    assert.equal(writeLink({ ...defaults, reference: newReference(), lang: 'de' }), '?lang=de');
  });

  it('is empty with default settings', () => {
    assert.equal(writeLink({ ...defaults, reference: newReference() }), '');
  });

  it('keeps settings before and after the reference', () => {
    const values = { ...defaults, amount: '1', reference: newReference(), lang: 'de' };
    assert.equal(writeLink(values), '?amount=1&lang=de');
  });

  it('keeps a reference that was typed', () => {
    assert.equal(writeLink({ ...defaults, reference: 'order-1' }), '?reference=order-1');
  });
});
