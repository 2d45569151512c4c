import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { LitElement } from 'lit';
import { createManifest } from '../../build/manifest.js';
import * as entry from '../../src/index.js';
import { PaymentWidget } from '../../src/index.js';
import { looksLikeCredential } from '../../src/key-guard.js';
import { styles } from '../../src/payment-widget.styles.js';
import {
  attributes,
  cssParts,
  cssProperties,
  cssStates,
  element,
  events,
  fields,
  manifest,
  methods,
  namesOf,
  readBuilt,
  slots,
} from '../support/manifest.js';

/** The manifest against the code and the data of editors against the manifest; docs.test.ts has the README. */

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const templates = ['payment-widget.template', 'result-panel.template', 'drawings'].map((name) =>
  read(`src/${name}.ts`),
);

/** What a pattern's first group finds, sorted, each once. */
function all(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))].sort();
}

/** Attribute and property, as the live class has them. */
const settings = Object.entries(PaymentWidget.properties).map(([name, { attribute = true }]) => ({
  name,
  attribute: attribute === true ? name.toLowerCase() : attribute,
}));

/** Members of the class's own that it has not from Lit, and not to turn a key away that a page sets. */
const own = Object.entries(Object.getOwnPropertyDescriptors(PaymentWidget.prototype)).filter(
  ([name]) => name !== 'constructor' && !(name in LitElement.prototype) && !looksLikeCredential(name),
);

/** Every event class that is exported, by the name of its events. */
const eventClasses = Object.entries(entry)
  .filter(([name]) => name.endsWith('Event'))
  .map(([name, made]) => [new (made as new (detail: object) => CustomEvent)({}).type, name])
  .sort();

describe('the custom elements manifest', () => {
  it('is made of these sources', () => {
    const made = JSON.parse(JSON.stringify(createManifest(process.cwd()))) as unknown;
    assert.deepEqual(made, manifest, 'dist is of an older build: npm run build');
  });

  it('names the element, and the module that defines it', () => {
    const definition = manifest.modules
      .flatMap(({ path, exports = [] }) => exports.map((one) => ({ path, ...one })))
      .filter(({ kind }) => kind === 'custom-element-definition');
    assert.deepEqual(
      [element.tagName, element.name, definition.map(({ path, name }) => [path, name])],
      ['payment-widget', 'PaymentWidget', [['dist/define.js', 'payment-widget']]],
    );
  });

  it('lists what the package exports, and nothing else', () => {
    const listed = manifest.modules.flatMap(({ declarations = [] }) => namesOf(declarations));
    assert.deepEqual(listed.sort(), Object.keys(entry).sort());
  });

  it('has an attribute for each that the class observes', () => {
    assert.deepEqual(namesOf(attributes), [...PaymentWidget.observedAttributes].sort());
  });

  it('says which property an attribute sets', () => {
    const real = settings
      .filter(({ attribute }) => attribute !== false)
      .map(({ name, attribute }) => [attribute, name]);
    assert.deepEqual(attributes.map(({ name, fieldName }) => [name, fieldName]).sort(), real.sort());
  });

  for (const { name, fieldName = name, type } of attributes) {
    it(`gives ${name} the type that its property has once the attribute is there`, () => {
      const widget = new PaymentWidget();
      const [example = '5'] = all(type?.text ?? '', /'(\w+)'/g);
      widget.attributeChangedCallback(name, null, example);
      const value: unknown = Reflect.get(widget, fieldName);
      assert.equal(typeof value, type?.text.includes("'") ? 'string' : type?.text);
    });
  }

  it('has a property for each that there is', () => {
    const real = own.filter(([, member]) => typeof member.get === 'function').map(([name]) => name);
    assert.deepEqual(namesOf(fields), [...new Set([...real, ...settings.map(({ name }) => name)])].sort());
  });

  it('says which can only be read', () => {
    const real = own.filter(([, member]) => typeof member.get === 'function' && !member.set).map(([name]) => name);
    assert.deepEqual(namesOf(fields.filter(({ readonly }) => readonly)), real.sort());
  });

  it('has a method for each that there is', () => {
    const real = own.filter(([, { value }]) => typeof value === 'function').map(([name]) => name);
    assert.deepEqual(namesOf(methods), real.sort());
  });

  it('has each event with its class', () => {
    assert.deepEqual(events.map(({ name, type }) => [name, type.text]).sort(), eventClasses);
  });

  it('has a slot for each that there is, and the default one', () => {
    assert.deepEqual(namesOf(slots), ['', ...all(templates.join(), /<slot name="([\w-]+)"/g)]);
  });

  it('has a part for each that there is', () => {
    assert.deepEqual(namesOf(cssParts), all(templates.join(), /part="([\w-]+)"/g));
  });

  it('has each custom property with its default', () => {
    // Inside, one that follows another names a private copy of it.
    const real = Array.from(styles.cssText.matchAll(/var\((--payment-widget-[\w-]+), (.+)\);/g), ([, name, value]) => [
      name,
      value?.replace(/^var\(--_(.+)\)$/, '--payment-widget-$1'),
    ]);
    assert.deepEqual(
      cssProperties.map(({ name, default: value }) => [name, value]),
      real,
    );
  });

  it('has a state for each that the element can be in, and for those beside', () => {
    const state = fields.find(({ name }) => name === 'state')?.type?.text ?? '';
    const beside = all(read('src/payment-widget.ts'), /states\.add\('(\w+)'\)/g);
    assert.deepEqual(namesOf(cssStates), [...all(state, /'(\w+)'/g), ...beside].sort());
  });

  it('describes everything', () => {
    const everything = [fields, methods, attributes, events, slots, cssParts, cssProperties, cssStates].flat();
    assert.deepEqual(namesOf(everything.filter(({ description }) => !description)), []);
  });

  it('spells out what a type is, where it has a name for a few values', () => {
    assert.equal(fields.find(({ name }) => name === 'mode')?.type?.text, "'test' | 'live' | undefined");
  });
});

interface Named {
  readonly name: string;
  readonly description?: string;
  readonly default?: string;
  readonly type?: string;
  readonly value?: { readonly type: string };
  readonly values?: readonly Named[];
  readonly valueSet?: string;
  readonly 'read-only'?: boolean;
}

type Lists = Readonly<Record<string, readonly Named[]>>;

const pairs = (list: readonly Named[] = [], of: (one: Named) => unknown) => list.map((one) => [one.name, of(one)]);
const code = (value: string | undefined) => (value === undefined ? undefined : `Default: \`${value}\`.`);
const defaultIn = ({ description = '' }: Named) => /Default: `[^`]+`\.$/.exec(description)?.[0];

describe('the data for VS Code', () => {
  const { tags } = readBuilt('vscode.html-custom-data.json') as { tags: [Named & { attributes: Named[] }] };
  const css = readBuilt('vscode.css-custom-data.json') as Lists;
  const [tag] = tags;

  it('has the attributes of the manifest, with their defaults', () => {
    assert.deepEqual(
      pairs(tag.attributes, defaultIn),
      attributes.map(({ name, default: value }) => [name, code(value)]),
    );
  });

  it('offers the values of an attribute that has a few, and none for one that is there or not', () => {
    const offered = pairs(tag.attributes, ({ valueSet, values }) => valueSet ?? values?.map(({ name }) => `'${name}'`));
    const types = attributes.map(({ name, type: { text } = { text: '' } }) => [
      name,
      text === 'boolean' ? 'v' : text.includes("'") ? text.split(' | ') : undefined,
    ]);
    assert.deepEqual(offered, types);
  });

  it('tells of the slots and events of the manifest', () => {
    const told = all(tag.description ?? '', /^- `?([\w-]+)`?: /gm);
    const real = [...namesOf(slots).map((name) => name || 'default'), ...namesOf(events)];
    assert.deepEqual([tag.name, told], [element.tagName, real.sort()]);
  });

  it('has the custom properties, parts and states of the manifest', () => {
    assert.deepEqual(
      [pairs(css.properties, defaultIn), namesOf(css.pseudoElements ?? []), namesOf(css.pseudoClasses ?? [])],
      [
        cssProperties.map(({ name, default: value }) => [name, code(value)]),
        namesOf(cssParts).map((name) => `::part(${name})`),
        namesOf(cssStates).map((name) => `:state(${name})`),
      ],
    );
  });
});

describe('the data for JetBrains', () => {
  const { contributions, ...about } = readBuilt('web-types.json') as {
    name: string;
    version: string;
    contributions: {
      html: { elements: [Named & { attributes: Named[]; slots: Named[]; js: Lists }] };
      css: Lists;
    };
  };
  const [tag] = contributions.html.elements;

  it('is of this version of the package', () => {
    const { name, version } = JSON.parse(read('package.json')) as Record<string, string>;
    assert.deepEqual([about.name, about.version], [name, version]);
  });

  it('has the attributes of the manifest, with types and defaults', () => {
    assert.deepEqual(
      pairs(tag.attributes, ({ value, default: initial }) => [value?.type, initial]),
      attributes.map(({ name, type, default: initial }) => [name, [type?.text, initial]]),
    );
  });

  it('has the properties of the manifest, with types and defaults', () => {
    assert.deepEqual(
      pairs(tag.js.properties, ({ type, default: initial, 'read-only': readonly }) => [type, initial, readonly]),
      fields.map(({ name, type, default: initial, readonly }) => [name, [type?.text, initial, readonly]]),
    );
  });

  it('has the events of the manifest, with their classes', () => {
    assert.deepEqual(
      pairs(tag.js.events, ({ type }) => type),
      events.map(({ name, type }) => [name, type.text]),
    );
  });

  it('has the slots of the manifest', () => {
    assert.deepEqual([tag.name, namesOf(tag.slots)], [element.tagName, namesOf(slots)]);
  });

  it('has the custom properties, parts and states of the manifest', () => {
    const { properties, 'pseudo-elements': parts = [], 'pseudo-classes': states = [] } = contributions.css;
    assert.deepEqual(
      [pairs(properties, ({ default: value }) => value), namesOf(parts), namesOf(states)],
      [
        cssProperties.map(({ name, default: value }) => [name, value]),
        namesOf(cssParts).map((name) => `part(${name})`),
        namesOf(cssStates).map((name) => `state(${name})`),
      ],
    );
  });
});
