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
import * as entry from '../src/index.js';
import { spelledTypes } from './spelled-types.js';

/** Lit has stubs of the DOM in Node, but not of this constructor. */
Object.assign(globalThis, { MutationObserver: EventTarget });

/**
 * The custom elements manifest, for editors and other tools. The analyzer reads the sources. The result is limited to the
 * exports of the package, and defaults come from a real element.
 */
export function createManifest(root: string): Package {
  const files = ['card', 'contract', 'element', 'i18n', 'payment', 'transport'].flatMap((folder) =>
    readdirSync(join(root, 'src', folder))
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join('src', folder, file)),
  );
  const { modules } = create({
    modules: files.map((file) =>
      ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.ES2022, true),
    ),
    plugins: [...litPlugin(), spelledTypes()],
    context: { dev: false },
  });
  const declarations = modules
    .flatMap((module) => module.declarations ?? [])
    .filter(({ name }) => name in entry)
    .map(finish);
  return {
    schemaVersion: '2.1.0',
    readme: 'README.md',
    modules: [
      {
        kind: 'javascript-module',
        path: INDEX,
        declarations,
        exports: declarations.map(({ name }) => ({ kind: 'js', name, declaration: { name, module: INDEX } })),
      },
      {
        kind: 'javascript-module',
        path: 'dist/define.js',
        declarations: [],
        exports: [
          {
            kind: 'custom-element-definition',
            name: 'payment-widget',
            declaration: { name: 'PaymentWidget', module: INDEX },
          },
        ],
      },
    ],
  };
}

const INDEX = 'dist/index.js';

function finish(declaration: Declaration): Declaration {
  if (declaration.kind !== 'class') return declaration;
  const members = declaration.members?.filter(isPublic).map(withoutDefault).map(onOneLine) ?? [];
  if (isElement(declaration)) return finishElement({ ...declaration, members });
  if (declaration.superclass?.name !== 'Error') return { ...declaration, members };
  return { ...declaration, members, superclass: { name: 'Error', package: 'global:' } };
}

function finishElement(element: CustomElementDeclaration): CustomElementDeclaration {
  const values = new entry.PaymentWidget() as unknown as Readonly<Record<string, unknown>>;
  return {
    ...element,
    members: element.members?.map((member) =>
      member.kind === 'field' && !member.readonly ? withDefault(member, values[member.name]) : member,
    ),
    attributes: element.attributes?.map((attribute) => finishAttribute(attribute, element, values)),
    events: element.events?.filter(({ name }) => name), // the analyzer adds one without a name per dispatch
  };
}

/** The type of an attribute has no `undefined`, and a boolean attribute has no default. */
function finishAttribute(
  { name, fieldName = name }: Attribute,
  { members }: ClassDeclaration,
  values: Readonly<Record<string, unknown>>,
): Attribute {
  const field = members?.find((member): member is ClassField => member.name === fieldName);
  const value = values[fieldName];
  return {
    name,
    fieldName,
    description: field?.description,
    type: { text: field?.type?.text.replace(/ \| undefined$/, '') ?? 'string' },
    ...((typeof value === 'string' || typeof value === 'number') && { default: String(value) }),
  };
}

function isPublic({ name, privacy = 'public' }: ClassMember): boolean {
  return privacy === 'public' && !name.startsWith('#');
}

/** In the source a default can be the name of a constant. */
function withoutDefault(member: ClassMember): ClassMember {
  return member.kind === 'field' ? { ...member, default: undefined } : member;
}

function withDefault(field: ClassField, value: unknown): ClassField {
  if (typeof value === 'string') return { ...field, default: `'${value}'` };
  return value === undefined ? field : { ...field, default: JSON.stringify(value) };
}

function onOneLine(member: ClassMember): ClassMember {
  return { ...member, description: member.description?.replace(/\s*\n\s*/g, ' ') };
}

function isElement(declaration: Declaration): declaration is CustomElementDeclaration {
  return 'customElement' in declaration;
}

/** @returns the element's declaration */
export function elementOf({ modules }: Package): CustomElementDeclaration {
  const element = modules.flatMap((module) => module.declarations ?? []).find(isElement);
  if (!element) throw new Error('The manifest has no element.');
  return element;
}
