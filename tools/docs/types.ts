import { createContractSchema } from '../contract-schema.js';
import { code, fenced, table } from './markdown.js';
import { membersOf, textOf, type TypeMember } from './source.js';

/** Tables of types. */
export const typeBlocks = {
  'proxy-options': () => optionTable(byRequirement(membersOf('PaymentProxyOptions'))),
  limits: () => optionTable(membersOf('LimitOptions')),

  /** `options NAME`: the members of a type as a table with defaults. */
  options: (name = '') => optionTable(membersOf(name)),
  /** `members NAME`: the members of a type as a table. */
  members: (name = '') => memberTable(name),
  /** `type NAME`: the declaration of a type. */
  type: (name = '') => fenced('ts', textOf(name)),
  /** `shape NAME`: the members of a shape of the contract as a table. */
  shape: (name = '') => shapeTable(name),
};

/** Moves required options to the front, and keeps the order of the source otherwise. */
function byRequirement(members: readonly TypeMember[]): TypeMember[] {
  const isRequired = ({ name, isOptional }: TypeMember) => !isOptional && !AMOUNT_SOURCES.includes(name);
  return [...members.filter(isRequired), ...members.filter((member) => !isRequired(member))];
}

/** Options of which one is required. */
const AMOUNT_SOURCES = ['orderTokenSecret', 'resolvePayment', 'trustBrowserAmount'];

function optionTable(members: readonly TypeMember[]): string {
  return table(
    ['Option', 'Type', 'Default', 'Description'],
    members.map(({ name, type, isOptional, default: value, description }) => [
      code(name),
      code(type),
      value ?? (isOptional || AMOUNT_SOURCES.includes(name) ? '' : 'required'),
      description,
    ]),
  );
}

function memberTable(name: string): string {
  return table(
    ['Member', 'Type', 'Description'],
    membersOf(name).map(({ name, type, isOptional, default: value, description }) => [
      code(isOptional ? `${name}?` : name),
      code(type),
      value ? `${description} Default: ${value}.` : description,
    ]),
  );
}

interface Shape {
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, { type?: string; enum?: readonly string[]; description?: string }>>;
}

/** A currency is a string: its codes would fill the page. */
const MAX_CHOICES = 4;

function shapeTable(name: string): string {
  const { $defs } = createContractSchema() as { readonly $defs: Readonly<Record<string, Shape>> };
  const { properties = {}, required = [] } = $defs[name] ?? {};
  return table(
    ['Member', 'Type', 'Description'],
    Object.entries(properties).map(([member, { type = 'any', enum: choices = [], description = '' }]) => [
      code(required.includes(member) ? member : `${member}?`),
      code(choices.length === 0 || choices.length > MAX_CHOICES ? type : choices.map((one) => `"${one}"`).join(' | ')),
      description,
    ]),
  );
}
