import fc from 'fast-check';

/** JSON as text: members in order, duplicates included, and values as raw text. */
export type Tree =
  | { readonly members: readonly (readonly [name: string, value: Tree])[] }
  | { readonly items: readonly Tree[] }
  | string;

export function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return { items: value.map(treeOf) };
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return {
    members: Object.entries(value).map(([name, part]) => [JSON.stringify(name), treeOf(part)]),
  };
}

export function write(tree: Tree): string {
  if (typeof tree === 'string') return tree;
  if ('items' in tree) return `[${tree.items.map(write).join()}]`;
  return `{${tree.members.map(([name, value]) => `${name}:${write(value)}`).join()}}`;
}

/** A change of the node at that position, in text order. */
export interface Mutation {
  readonly at: number;
  readonly kind: 'replace' | 'remove' | 'repeat' | 'add' | 'rename' | 'nest' | 'escape';
  /** Raw text. */
  readonly name: string;
  readonly value: string;
  readonly depth: number;
}

export const mutation = (name: fc.Arbitrary<string>, value: fc.Arbitrary<string>): fc.Arbitrary<Mutation> =>
  fc.record({
    at: fc.nat({ max: 40 }),
    kind: fc.constantFrom('replace', 'remove', 'repeat', 'add', 'rename', 'nest', 'escape'),
    name: name.map((text) => JSON.stringify(text)),
    value,
    depth: fc.nat({ max: 12 }),
  });

export function mutate(tree: Tree, change: Mutation): Tree {
  let left = change.at % count(tree);
  const visit = (node: Tree): Tree => {
    if (left-- === 0) return changeNode(node, change);
    if (typeof node === 'string') return node;
    if ('items' in node) return { items: node.items.map(visit) };
    return {
      members: node.members.flatMap(([name, value]) => changeMember(name, value, visit, change, left === 0)),
    };
  };
  return visit(tree);
}

function count(tree: Tree): number {
  if (typeof tree === 'string') return 1;
  const parts = 'items' in tree ? tree.items : tree.members.map(([, value]) => value);
  return parts.reduce((sum, part) => sum + count(part), 1);
}

/** Applies changes of names. */
function changeMember(
  name: string,
  value: Tree,
  visit: (node: Tree) => Tree,
  { kind, name: newName, value: newValue }: Mutation,
  isMeant: boolean,
): (readonly [string, Tree])[] {
  const member = [name, visit(value)] as const;
  if (!isMeant) return [member];
  if (kind === 'remove') return [];
  if (kind === 'repeat')
    return [
      [name, newValue],
      [name, value],
    ]; // the last one, which JSON.parse uses, is valid
  if (kind === 'rename') return [[newName, value]];
  if (kind === 'escape') return [[escape(name), value]];
  return [member];
}

function changeNode(node: Tree, { kind, name, value, depth }: Mutation): Tree {
  if (kind === 'replace') return value;
  if (kind === 'nest') return '['.repeat(depth) + write(node) + ']'.repeat(depth);
  if (kind !== 'add') return node;
  if (typeof node === 'string') return { items: [node, value] };
  return 'items' in node ? { items: [...node.items, value] } : { members: [...node.members, [name, value]] };
}

/** The same name with an escape sequence. */
const escape = (name: string) => name.replace(/[a-z_]/, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
