import type {
  Attribute,
  ClassDeclaration,
  ClassField,
  ClassMethod,
  CustomElementField,
} from 'custom-elements-manifest/schema.js';
import { createManifest, elementOf } from '../manifest.js';
import { code, table } from './markdown.js';
import { membersOf, type TypeMember } from './source.js';

type Field = ClassField & CustomElementField;

const manifest = createManifest(process.cwd());
const element = elementOf(manifest);
const {
  members = [],
  attributes = [],
  events = [],
  slots = [],
  cssParts = [],
  cssProperties = [],
  cssStates = [],
} = element;
const fields = members.filter((member): member is Field => member.kind === 'field');
const methods = members.filter((member): member is ClassMethod => member.kind === 'method');

/** Tables of the element, from the custom elements manifest. */
export const elementBlocks = {
  attributes: () =>
    table(
      ['Attribute', 'Type', 'Description'],
      requiredFirst(attributes).map(({ name, type, default: value, description = '' }) => [
        code(name),
        code(type?.text ?? 'string'),
        value ? `${description} Default: ${code(value)}.` : description,
      ]),
    ),

  properties: () =>
    table(
      ['Property', 'Type', 'Description'],
      fields
        .filter(({ attribute }) => !attribute)
        .map(({ name, type, readonly, description = '' }) => [
          code(name),
          code(typeOf(type?.text)),
          readonly ? `Read-only. ${description}` : description,
        ]),
    ),

  methods: () =>
    table(
      ['Method', 'Returns', 'Description'],
      methods.map(({ name, parameters = [], return: returned, description = '' }) => [
        code(`${name}(${parameters.map((one) => (one.optional ? `${one.name}?` : one.name)).join(', ')})`),
        code(returned?.type?.text ?? 'void'),
        description,
      ]),
    ),

  /** The events, and the members of their details. */
  events: () => [eventTable(), 'Members of `event.detail`:', detailTable()].join('\n\n'),

  slots: () => named('Slot', slots),

  parts: () => named('Part', cssParts),

  states: () => named('State', cssStates),

  'css-properties': () =>
    table(
      ['Custom property', 'Default', 'Description'],
      cssProperties.map(({ name, default: value = '', description = '' }) => [code(name), code(value), description]),
    ),
};

function eventTable(): string {
  return table(
    ['Event', 'Description', 'Members of `detail`'],
    events.map(({ name, type, description = '' }) => [
      code(name),
      description,
      detailOf(type.text)
        .map((member) => code(member.name))
        .join(', '),
    ]),
  );
}

/** Lists each member once, with the widest of its types. */
function detailTable(): string {
  const members = new Map<string, TypeMember>();
  for (const member of events.flatMap(({ type }) => detailOf(type.text))) {
    const known = members.get(member.name);
    if (!known || known.type.length < member.type.length) members.set(member.name, member);
  }
  return table(
    ['Member', 'Type', 'Description'],
    [...members.values()].map(({ name, type, description }) => [code(name), code(type), description]),
  );
}

/** Members of the detail of an event class. */
function detailOf(eventClass: string): TypeMember[] {
  const declaration = manifest.modules
    .flatMap(({ declarations = [] }) => declarations)
    .find((one): one is ClassDeclaration => one.kind === 'class' && one.name === eventClass);
  const [detail] = declaration?.members ?? [];
  return detail?.kind === 'field' && detail.type ? membersOf(detail.type.text) : [];
}

function named(heading: string, rows: readonly { readonly name: string; readonly description?: string }[]): string {
  return table(
    [heading, 'Description'],
    rows.map(({ name, description = '' }) => [name ? code(name) : 'default', description]),
  );
}

/** Moves required attributes to the front, and keeps the order of the source otherwise. */
function requiredFirst(all: readonly Attribute[]): Attribute[] {
  const isRequired = ({ description }: Attribute) => /^Required\b/.test(description ?? '');
  return [...all.filter(isRequired), ...all.filter((attribute) => !isRequired(attribute))];
}

/** Returns a type without `undefined`, the parentheses of a function in a union, and the names that a type excludes. */
function typeOf(text = 'string'): string {
  return text
    .replace(/ \| undefined$/, '')
    .replace(/^\((.* => .*)\)$/, '$1')
    .replace(/Exclude<(\w+), [^>]*>/, '$1');
}
