import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, ts, type Plugin } from '@custom-elements-manifest/analyzer';
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
import { FIELD_NAMES } from 'payment-widget/contract/fields';
import {
  attributeOf,
  readAttribute,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
} from 'payment-widget/settings/settings-table';
import { spelledTypes } from './spelled-types.js';

/** The values of an element without attributes. */
const DEFAULTS: Readonly<Record<string, unknown>> = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, readAttribute(name, null)]),
);

/**
 * The custom elements manifest, for editors and other tools. The analyzer reads the sources. The result is limited to the
 * exports of the package.
 */
export function createManifest(root: string): Package {
  const files = ['contract', 'element', 'i18n', 'payment'].flatMap((folder) =>
    readdirSync(join(root, 'src', folder))
      .filter((file) => file.endsWith('.ts') && file !== 'stand-in.ts') // it has the same names
      .map((file) => join('src', folder, file)),
  );
  const { modules } = create({
    modules: files.map((file) =>
      ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.ES2022, true),
    ),
    plugins: [...litPlugin(), settingFields(root), spelledTypes()],
    context: { dev: false },
  });
  const module = 'dist/index.js';
  const exported = namesExportedBy(join(root, 'src/index.ts'));
  const declarations = modules
    .flatMap(({ declarations = [] }) => declarations)
    .filter(({ name }) => exported.has(name))
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

/** The names of the values that a module exports, without those of its types. */
function namesExportedBy(path: string): ReadonlySet<string> {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022);
  const lists = source.statements.filter(ts.isExportDeclaration).filter(({ isTypeOnly }) => !isTypeOnly);
  const names = lists.flatMap(({ exportClause }) =>
    exportClause && ts.isNamedExports(exportClause) ? exportClause.elements.map(({ name }) => name.text) : [],
  );
  return new Set(names);
}

/** Adds a part for each field, in place of `NAME`. */
export function withFieldParts(element: CustomElementDeclaration): void {
  element.cssParts = element.cssParts?.flatMap((part) =>
    part.name.endsWith('-NAME')
      ? FIELD_NAMES.map((name) => ({ ...part, name: part.name.replace('NAME', name) }))
      : part,
  );
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
  const values = isElement(declaration) ? DEFAULTS : {};
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
    attributes: SETTING_NAMES.flatMap((fieldName) => {
      const name = attributeFor(fieldName);
      return name ? finishAttribute({ name, fieldName }, members, values) : [];
    }),
    events: declaration.events?.filter(({ name }) => name), // the analyzer adds one without a name per dispatch
  };
}

function attributeFor(property: string): string | undefined {
  return Object.hasOwn(SETTINGS, property) ? attributeOf(property as SettingName) : undefined;
}

const READERS: Readonly<Record<string, string>> = { text: 'string', integer: 'number', flag: 'boolean' };

/** The fields of the class come from the table of settings, where the analyzer does not look. */
function settingFields(root: string): Plugin {
  const path = join(root, 'src/settings/settings-table.ts');
  const fields: ClassField[] = [];
  const visit = (node: Parameters<typeof ts.forEachChild>[0]): void => {
    ts.forEachChild(node, visit);
    if (!ts.isPropertyAssignment(node) || !Object.hasOwn(SETTINGS, node.name.getText())) return;
    const [doc] = ts.getJSDocCommentsAndTags(node);
    const [, kind, asserted] = /as (Read|Property)<(?:'\w+', )?(.*)>$/s.exec(node.initializer.getText()) ?? [];
    const reader = node.initializer.getText();
    const isOpen = kind === 'Property' || reader === 'text' || reader === 'integer';
    const type = `${asserted ?? READERS[reader] ?? 'unknown'}${isOpen ? ' | undefined' : ''}`;
    const name = node.name.getText();
    const description = ts.getTextOfJSDocComment(doc?.comment) ?? '';
    fields.push({ kind: 'field', name, type: { text: type }, description });
  };
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true));
  return {
    name: 'setting-fields',
    moduleLinkPhase({ moduleDoc }) {
      const declaration = moduleDoc.declarations?.find(({ name }) => name === 'Widget');
      if (declaration?.kind === 'class') (declaration.members ??= []).push(...fields);
    },
  };
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
