import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, ts } from '@custom-elements-manifest/analyzer';
import { litPlugin } from '@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js';
import type {
  Attribute,
  ClassDeclaration,
  ClassField,
  ClassMember,
  CustomElementDeclaration,
  Declaration,
  Package,
} from 'custom-elements-manifest/schema.js';
import { attributeOf, SETTINGS } from '../src/settings/settings-table.js';
import * as entry from '../src/index.js';
import { spelledTypes } from './spelled-types.js';

/** Lit has stubs of the DOM in Node, but not of this constructor. */
Object.assign(globalThis, { MutationObserver: EventTarget });

/**
 * The custom elements manifest, for editors and other tools. The analyzer reads the sources. The result is limited to the
 * exports of the package, and defaults come from a real element.
 */
export function createManifest(root: string): Package {
  const files = ['contract', 'element', 'element/next-action', 'i18n', 'payment', 'transport'].flatMap((folder) =>
    readdirSync(join(root, 'src', folder))
      .filter((file) => file.endsWith('.ts') && file !== 'stand-in.ts') // has the same names
      .map((file) => join('src', folder, file)),
  );
  const { modules } = create({
    modules: files.map((file) =>
      ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.ES2022, true),
    ),
    plugins: [...litPlugin(), spelledTypes()],
    context: { dev: false },
  });
  const module = 'dist/index.js';
  const declarations = modules
    .flatMap(({ declarations = [] }) => declarations)
    .filter(({ name }) => name in entry)
    .map((declaration) => (declaration.kind === 'class' ? finish(declaration) : declaration));
  return {
    schemaVersion: '2.1.0',
    readme: 'README.md',
    modules: [
      {
        kind: 'javascript-module',
        path: module,
        declarations,
        exports: declarations.map(({ name }) => ({ kind: 'js', name, declaration: { name, module } })),
      },
      {
        kind: 'javascript-module',
        path: 'dist/define.js',
        declarations: [],
        exports: [
          { kind: 'custom-element-definition', name: 'payment-widget', declaration: { name: 'PaymentWidget', module } },
        ],
      },
    ],
  };
}

/** @returns the element's declaration */
export function elementOf({ modules }: Package): CustomElementDeclaration {
  const element = modules.flatMap(({ declarations = [] }) => declarations).find(isElement);
  if (!element) throw new Error('The manifest has no element.');
  return element;
}

function isElement(declaration: Declaration): declaration is CustomElementDeclaration {
  return 'customElement' in declaration;
}

function finish(declaration: ClassDeclaration): Declaration {
  const values = isElement(declaration) ? (Object(new entry.PaymentWidget()) as Readonly<Record<string, unknown>>) : {};
  const members = declaration.members
    ?.filter(({ name, privacy = 'public' }) => privacy === 'public' && !name.startsWith('#'))
    .map((member) => finishMember(member, values));
  if (!isElement(declaration)) {
    const isError = declaration.superclass?.name === 'Error';
    return { ...declaration, members, ...(isError && { superclass: { name: 'Error', package: 'global:' } }) };
  }
  return {
    ...declaration,
    members,
    attributes: Object.keys(SETTINGS).flatMap((fieldName) => {
      const name = attributeFor(fieldName);
      return name ? finishAttribute({ name, fieldName }, members, values) : [];
    }),
    events: declaration.events?.filter(({ name }) => name), // the analyzer adds one without a name per dispatch
  };
}

/** The class derives its attributes from a table, which the analyzer cannot read. */
function attributeFor(property: string): string | undefined {
  return SETTINGS[property as keyof typeof SETTINGS] && attributeOf(property);
}

/** In the source a default can be the name of a constant, so defaults are those of an element. */
function finishMember(member: ClassMember, values: Readonly<Record<string, unknown>>): ClassMember {
  const described = { ...member, description: member.description?.replace(/\s*\n\s*/g, ' ') };
  if (described.kind !== 'field') return described;
  const value = described.readonly ? undefined : values[described.name];
  const field: ClassField & { attribute?: string | undefined } = {
    ...described,
    default: typeof value === 'string' ? `'${value}'` : JSON.stringify(value),
    attribute: attributeFor(described.name),
  };
  return field;
}

/** The type of an attribute has no `undefined`, and a boolean attribute has no default. */
function finishAttribute(
  { name, fieldName = name }: Attribute,
  members: readonly ClassMember[] = [],
  values: Readonly<Record<string, unknown>>,
): Attribute {
  const field = members.find((member): member is ClassField => member.name === fieldName);
  const value = values[fieldName];
  return {
    name,
    fieldName,
    description: field?.description,
    type: { text: field?.type?.text.replace(/ \| undefined$/, '') ?? 'string' },
    ...((typeof value === 'string' || typeof value === 'number') && { default: String(value) }),
  };
}
