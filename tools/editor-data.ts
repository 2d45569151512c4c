import type { Attribute, CustomElementDeclaration } from 'custom-elements-manifest/schema.js';

interface Named {
  readonly name: string;
  readonly description?: string | undefined;
  readonly default?: string | undefined;
}

/** VS Code's custom data has no slots and events, so the description lists them. */
export function vscodeHtml(element: CustomElementDeclaration) {
  const { tagName: name, description = '', attributes = [], slots = [], events = [] } = element;
  return {
    version: 1.1,
    tags: [
      {
        name,
        description: [description, list('Slots', slots), list('Events', events)].join('\n\n'),
        attributes: attributes.map((attribute) => ({
          name: attribute.name,
          description: withDefault(attribute),
          ...valuesFor(attribute),
        })),
      },
    ],
  };
}

export function vscodeCss({ cssProperties = [], cssParts = [], cssStates = [] }: CustomElementDeclaration) {
  const all = (named: readonly Named[], nameOf: (name: string) => string) =>
    named.map((one) => ({ name: nameOf(one.name), description: withDefault(one) }));
  return {
    version: 1.1,
    properties: all(cssProperties, (name) => name),
    pseudoElements: all(cssParts, (name) => `::part(${name})`),
    pseudoClasses: all(cssStates, (name) => `:state(${name})`),
  };
}

/** Creates the data for JetBrains IDEs. Custom properties are global, since any ancestor may set them. */
export function webTypes(element: CustomElementDeclaration, { name, version }: { name: string; version: string }) {
  const { attributes = [], members = [], events = [], slots = [] } = element;
  const { cssProperties = [], cssParts = [], cssStates = [] } = element;
  return {
    $schema: 'https://json.schemastore.org/web-types',
    name,
    version,
    'js-types-syntax': 'typescript',
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: [
          {
            name: element.tagName,
            description: element.description,
            source: { module: name, symbol: element.name },
            attributes: attributes.map(({ type, ...one }) => ({ ...described(one), value: { type: type?.text } })),
            slots: slots.map(described),
            js: {
              properties: members
                .filter((member) => member.kind === 'field')
                .map(({ type, readonly, ...one }) => ({
                  ...described(one),
                  type: type?.text,
                  ...(readonly && { 'read-only': true }),
                })),
              events: events.map(({ type, ...one }) => ({ ...described(one), type: type.text })),
            },
          },
        ],
      },
      css: {
        properties: cssProperties.map(described),
        'pseudo-elements': cssParts.map(({ name: part, description }) => ({ name: `part(${part})`, description })),
        'pseudo-classes': cssStates.map(({ name: state, description }) => ({ name: `state(${state})`, description })),
      },
    },
  };
}

function described({ name, description, default: value }: Named): Named {
  return { name, description, default: value };
}

/** The value set `v` is that of an attribute without a value. */
function valuesFor({ type }: Attribute) {
  if (type?.text === 'boolean') return { valueSet: 'v' };
  const values = Array.from(type?.text.matchAll(/'([^']+)'/g) ?? [], ([, name]) => ({ name }));
  return values.length > 0 ? { values } : {};
}

function withDefault({ description = '', default: value }: Named): string {
  return value === undefined ? description : `${description} Default: \`${value}\`.`;
}

function list(title: string, named: readonly Named[]): string {
  const lines = named.map(({ name, description = '' }) => `- ${name ? `\`${name}\`` : 'default'}: ${description}`);
  return [`**${title}**`, '', ...lines].join('\n');
}
