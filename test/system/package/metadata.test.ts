import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { LitElement } from 'lit';
import * as entry from '../../../src/index.js';
import { PaymentWidget } from '../../../src/index.js';
import { looksLikeCredential } from '../../../src/settings/credential-guard.js';
import {
  attributes,
  cssParts,
  element,
  events,
  fields,
  manifest,
  methods,
  namesOf,
  slots,
} from '../../support/manifest.js';

/** Reading them also prepares the class for `attributeChangedCallback()`. */
const observed = [...PaymentWidget.observedAttributes].sort();

/** Attributes and properties that the class and its base class declare. */
const settings = [...PaymentWidget.elementProperties].map(([name, { attribute = true }]) => ({
  name: String(name),
  attribute: attribute === true ? String(name).toLowerCase() : attribute,
}));

/** Members of the class and its base class, except the accessors that reject API keys. */
const own = [Object.getPrototypeOf(PaymentWidget.prototype) as object, PaymentWidget.prototype]
  .flatMap((prototype) => Object.entries(Object.getOwnPropertyDescriptors(prototype)))
  .filter(([name]) => name !== 'constructor' && !(name in LitElement.prototype) && !looksLikeCredential(name));

const eventClasses = Object.entries(entry)
  .filter(([name]) => name.endsWith('Event'))
  .map(([name, made]) => [new (made as new (detail: object) => CustomEvent)({}).type, name])
  .sort();

const scripts = readdirSync('dist/browser')
  .filter((file) => file.endsWith('.js'))
  .map((file) => readFileSync(`dist/browser/${file}`, 'utf8'))
  .join('\n');

/** Sorted, unique matches of a pattern's first group in the built templates. */
const inTemplates = (pattern: RegExp) =>
  [...new Set(Array.from(scripts.matchAll(pattern), ([, name = '']) => name))].sort();

describe('the custom elements manifest', () => {
  it('names the element, and the module that defines it', () => {
    const definitions = manifest.modules
      .flatMap(({ path, exports = [] }) => exports.map((one) => ({ path, ...one })))
      .filter(({ kind }) => kind === 'custom-element-definition');
    assert.deepEqual(
      [element.tagName, element.name, definitions.map(({ path, name }) => [path, name])],
      ['payment-widget', 'PaymentWidget', [['dist/define.js', 'payment-widget']]],
    );
  });

  it('lists the observed attributes', () => {
    assert.deepEqual(namesOf(attributes), observed);
  });

  it('lists the properties', () => {
    const real = own.filter(([, member]) => typeof member.get === 'function').map(([name]) => name);
    assert.deepEqual(namesOf(fields), [...new Set([...real, ...settings.map(({ name }) => name)])].sort());
  });

  it('lists the methods', () => {
    const real = own.filter(([, { value }]) => typeof value === 'function').map(([name]) => name);
    assert.deepEqual(namesOf(methods), real.sort());
  });

  it('lists the events with their classes', () => {
    assert.deepEqual(events.map(({ name, type }) => [name, type.text]).sort(), eventClasses);
  });

  it('lists the slots', () => {
    assert.deepEqual(namesOf(slots), ['', ...inTemplates(/<slot name="([\w-]+)"/g)]);
  });

  it('lists the parts', () => {
    assert.deepEqual(namesOf(cssParts), inTemplates(/part(?:="|\.add\([`"'])([\w-]+)/g));
  });
});
