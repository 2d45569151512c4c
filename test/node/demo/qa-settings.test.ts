import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { runInThisContext } from 'node:vm';
import { defaults, newReference, readAddress, writeAddress, writeLink } from '../../../demo/qa/address.js';
import { BUILD_REQUEST, INTERPRET_RESPONSE, type Preset } from '../../../demo/qa/functions.js';
import { problemOf, READ_ONLY, SETTINGS, settingOf } from '../../../demo/qa/settings.js';
import { SCENARIOS } from '../../../demo/scenarios.js';
import { PaymentWidget } from '../../../src/payment-widget.js';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

/** First cells of the README's table under a heading. */
function documented(heading: string): string[] {
  const section = readme.split(/^#+ /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name).sort();
}

const attributes = SETTINGS.flatMap(({ to }) => ('attribute' in to ? [to.attribute] : [])).sort();
const properties = SETTINGS.flatMap(({ to }) => ('property' in to ? [to.property] : [])).sort();
const slots = SETTINGS.flatMap(({ to }) => ('slot' in to ? [to.slot] : [])).sort();

describe('the table of settings', () => {
  it('has every attribute of the element, and no other', () => {
    assert.deepEqual(attributes, [...PaymentWidget.observedAttributes].sort());
  });

  it('has every property that the README lists, or knows that it can only be read', () => {
    assert.deepEqual([...properties, ...READ_ONLY].sort(), documented('Properties'));
  });

  it('has every slot but the one that is shown only until the element is there', () => {
    const named = /Slots: ([^.]+)\./.exec(readme)?.[1] ?? '';
    assert.deepEqual(slots, [...named.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name).sort());
  });

  it('has no name twice', () => {
    assert.equal(new Set(SETTINGS.map(({ name }) => name)).size, SETTINGS.length);
  });

  it('offers every scenario of the catalogue', () => {
    const offered = settingOf('scenario').options?.map(([value]) => value);
    assert.deepEqual(offered, ['', ...SCENARIOS.map(({ id }) => id)]);
  });

  for (const setting of SETTINGS) {
    const wrong = [setting.default, ...(setting.options ?? []).map(([value]) => value)].filter((value) =>
      problemOf(setting, value),
    );
    it(`offers only what can be used for ${setting.name}`, () => {
      assert.deepEqual(wrong, []);
    });
  }
});

describe('an address', () => {
  const order = { reference: 'order-1' };
  const written: [what: string, values: Record<string, string>, search: string][] = [
    ['only the order when nothing else differs', {}, '?reference=order-1'],
    ['what differs from the default', { amount: '100', disabled: 'on' }, '?amount=100&reference=order-1&disabled=on'],
    ['that something is left out which is there by default', { currency: '' }, '?currency=&reference=order-1'],
    ['paths so that they can be read', { 'proxy-url': '/qa/live' }, '?reference=order-1&proxy-url=/qa/live'],
    [
      'what means something in an address',
      { description: 'a&b=c #1+1?' },
      '?reference=order-1&description=a%26b%3Dc+%231%2B1%3F',
    ],
    ['JSON', { metadata: '{ "a": "ä" }' }, '?reference=order-1&metadata=%7B+%22a%22:+%22%C3%A4%22+%7D'],
  ];
  for (const [what, values, search] of written) {
    it(`says ${what}`, () => {
      assert.equal(writeAddress({ ...defaults, ...order, ...values }), search);
    });

    it(`is read as it was written when it says ${what}`, () => {
      const expected = { values: { ...defaults, ...order, ...values }, problems: [] };
      assert.deepEqual(readAddress(writeAddress({ ...defaults, ...order, ...values })), expected);
    });
  }

  it('without an order gets one of its own', () => {
    assert.match(readAddress('').values['reference'] ?? '', /^qa-[a-z0-9]{10}$/);
  });

  it('may say that there is no reference at all', () => {
    assert.equal(readAddress('?reference=').values['reference'], '');
  });

  const bad: [search: string, problem: RegExp][] = [
    ['?colour=red', /^colour=red: There is no such setting/],
    ['?theme=neon', /^theme=neon: Expected one of: linen, ink, candy/],
    ['?disabled=yes', /^disabled=yes: Expected "on"/],
    ['?metadata={', /^metadata={: This is no JSON/],
    ['?metadata=[1]', /^metadata=\[1\]: Expected an object/],
    ['?lang=no_such+tag', /^lang=no_such tag: Expected a language tag/],
    ['?amount=1&amount=2', /^amount=2: It is there twice/],
  ];
  for (const [search, problem] of bad) {
    it(`with ${search} says what cannot be used`, () => {
      assert.match(readAddress(search).problems.join(), problem);
    });
  }

  it('that is wrong in one thing is taken for the rest', () => {
    const { values } = readAddress('?theme=neon&amount=100');
    assert.deepEqual([values['theme'], values['amount']], ['', '100']);
  });

  it('takes a language that is not in the list', () => {
    assert.equal(readAddress('?lang=de-CH').values['lang'], 'de-CH');
  });

  it('keeps wrong values of attributes: the element is to explain them', () => {
    assert.equal(readAddress('?amount=49.99').values['amount'], '49.99');
  });
});

describe('a link for somebody else', () => {
  it('has no order that was made up here, so that they get one of their own', () => {
    assert.equal(writeLink({ ...defaults, reference: newReference(), lang: 'de' }), '?lang=de');
  });

  it('is short when there is nothing to say', () => {
    assert.equal(writeLink({ ...defaults, reference: newReference() }), '');
  });

  it('has what stands before such an order, and behind it', () => {
    const values = { ...defaults, amount: '1', reference: newReference(), lang: 'de' };
    assert.equal(writeLink(values), '?amount=1&lang=de');
  });

  it('has an order that was named by hand', () => {
    assert.equal(writeLink({ ...defaults, reference: 'order-1' }), '?reference=order-1');
  });
});

/** What a function does: what it gives, or that it throws. */
function outcome(run: (...args: never[]) => unknown, argument: unknown): unknown {
  try {
    return { gives: (run as (argument: unknown) => unknown)(argument) };
  } catch (error) {
    return { throws: (error as Error).message };
  }
}

describe('a function to choose', () => {
  const all: [property: string, preset: Preset<(...args: never[]) => unknown>, argument: unknown][] = [
    ...BUILD_REQUEST.map((preset) => ['buildRequest', preset, { amount: 1 }] as [string, typeof preset, unknown]),
    ...INTERPRET_RESPONSE.flatMap((preset) =>
      [{ status: 'succeeded' }, { status: 'other' }, null].map(
        (body) => ['interpretResponse', preset, { status: 200, body }] as [string, typeof preset, unknown],
      ),
    ),
  ];
  for (const [property, { name, run, code }, argument] of all) {
    it(`${property} “${name}” is written down as it is, for ${JSON.stringify(argument)}`, () => {
      const written = runInThisContext(`(${code})`) as (...args: never[]) => unknown;
      assert.deepEqual(outcome(written, argument), outcome(run, argument));
    });
  }
});
