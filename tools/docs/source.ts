import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

type TypeDeclaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

/** A member of a type, as its declaration says. */
export interface TypeMember {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
  /** The description as Markdown on one line. */
  readonly description: string;
  /** The text of the tag `@default`. */
  readonly default: string | undefined;
}

/** Folders of the types that the documentation may name. */
const FOLDERS = [
  'src/contract',
  'src/element',
  'src/form',
  'src/payment',
  'packages/proxy/src',
  'packages/testing/src',
];

const statements: readonly ts.Statement[] = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
)
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true))
  .flatMap((file) => [...file.statements]);

const declarations = statements.filter(isType);

/** Returns the members of a type, inherited ones first, and those of all parts of a union or intersection. */
export function membersOf(name: string): TypeMember[] {
  const members = new Map<string, TypeMember>();
  for (const member of signaturesOf(declarationOf(name)).map(describe)) {
    const known = members.get(member.name);
    if (member.type !== 'never' && (!known || known.description === '')) members.set(member.name, member);
  }
  return [...members.values()];
}

/** The declaration of a type with its comment, without `export` and `readonly`. */
export function textOf(name: string): string {
  const node = declarationOf(name);
  const [comment] = ts.getLeadingCommentRanges(node.getSourceFile().text, node.getFullStart())?.slice(-1) ?? [];
  const text = node.getText().replace(/^export /, '');
  const described = comment ? `${node.getSourceFile().text.slice(comment.pos, comment.end)}\n${text}` : text;
  return described.replace(/\breadonly (?=\w+\??:)/g, '').replace(/\{@link (\w+)\}/g, '$1');
}

/** Replaces short aliases in a type, for example a mode. Types with members keep their names. */
function spelled(type: string): string {
  const parts = type.split(' | ').map((part) => {
    const node = find(part);
    if (!node || ts.isInterfaceDeclaration(node)) return part;
    const text = onLine(node.type.getText());
    return text.length <= 80 && !/[{]|\b(?:keyof|typeof)\b/.test(text) ? text : part;
  });
  // A reader cannot look up a type that its module keeps to itself.
  const named = parts.join(' | ').replace(/\b[A-Z]\w+\b/g, (name) => {
    const node = find(name);
    const isLocal = node && ts.isTypeAliasDeclaration(node) && !node.getText().startsWith('export');
    return isLocal && !node.getText().includes('{') ? onLine(node.type.getText()) : name;
  });
  return named.replace(/\breadonly (?=[\w[])/g, '');
}

/** @param near - a node in the module that names the type; it may have a type of that name itself */
function find(name: string, near?: ts.Node): TypeDeclaration | undefined {
  const named = declarations.filter((node) => node.name.text === name);
  return named.find((node) => node.getSourceFile() === near?.getSourceFile()) ?? named[0];
}

function declarationOf(name: string, near?: ts.Node): TypeDeclaration {
  const node = find(name, near);
  if (!node) throw new Error(`There is no type "${name}".`);
  return node;
}

interface Signature {
  readonly node: ts.PropertySignature | ts.MethodSignature | ts.PropertyAssignment;
  /** Whether the member is in a `Partial`. */
  readonly isPartial?: boolean;
}

function signaturesOf(node: TypeDeclaration): Signature[] {
  if (ts.isTypeAliasDeclaration(node)) return inType(node.type);
  const parents = node.heritageClauses?.flatMap(({ types }) => types.map((type) => type.expression.getText())) ?? [];
  return [...parents.flatMap((parent) => signaturesOf(declarationOf(parent, node))), ...inMembers(node.members)];
}

function inType(node: ts.TypeNode): Signature[] {
  if (ts.isTypeLiteralNode(node)) return inMembers(node.members);
  if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) return node.types.flatMap(inType);
  if (!ts.isTypeReferenceNode(node)) return [];
  const name = node.typeName.getText();
  const [parameter] = node.typeArguments ?? [];
  const table = /\btypeof (\w+)/.exec(node.getText())?.[1];
  if (table !== undefined) return rowsOf(table);
  if (name === 'Omit' && parameter) return inType(parameter);
  if (name === 'Partial' && parameter) return inType(parameter).map(({ node }) => ({ node, isPartial: true }));
  const declaration = find(name, node);
  return declaration ? signaturesOf(declaration) : [];
}

function inMembers(members: ts.NodeArray<ts.TypeElement>): Signature[] {
  return members.filter((node) => ts.isPropertySignature(node) || ts.isMethodSignature(node)).map((node) => ({ node }));
}

/** The rows of a table of options, such as `path: optional<string>(…)`. */
function rowsOf(table: string): Signature[] {
  const isTable = (node: ts.Node) => ts.isVariableDeclaration(node) && node.name.getText() === table;
  const [declaration] = statements
    .filter(ts.isVariableStatement)
    .flatMap((node) => node.declarationList.declarations.filter(isTable));
  const find = (node: ts.Node): ts.ObjectLiteralExpression | undefined =>
    ts.isObjectLiteralExpression(node) ? node : ts.forEachChild(node, find);
  const rows = declaration && find(declaration);
  if (!rows) throw new Error(`There is no table "${table}".`);
  return rows.properties.filter(ts.isPropertyAssignment).map((node) => ({ node }));
}

function describe({ node, isPartial = false }: Signature): TypeMember {
  const name = node.name.getText();
  const parameters = ts.isMethodSignature(node)
    ? `(${node.parameters.map((one) => one.getText()).join(', ')}) => `
    : '';
  const tag = ts.getJSDocTags(node).find(({ tagName }) => tagName.text === 'default');
  const isRow = ts.isPropertyAssignment(node);
  const row = isRow ? (node.initializer as ts.CallExpression) : undefined;
  const isOptional = isRow ? row?.expression.getText() !== 'required' : isPartial || node.questionToken !== undefined;
  const type = spelled(onLine((isRow ? row?.typeArguments?.[0] : node.type)?.getText() ?? 'unknown'));
  return {
    name,
    type:
      parameters.replace(/\breadonly /g, '') +
      (isOptional && !type.includes('=>') ? type.replace(/ \| undefined$/, '') : type),
    isOptional,
    description: commentOf(node),
    default: tag && ts.getTextOfJSDocComment(tag.comment)?.trim(),
  };
}

function commentOf(node: ts.Node): string {
  const docs = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = docs.map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '').join(' ');
  return onLine(text.replace(/\{@link (\w+)\}/g, '`$1`'));
}

function onLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/^\| /, '').trim();
}

function isType(node: ts.Node): node is TypeDeclaration {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
}
