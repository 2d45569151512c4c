import { parseSync, type Plugin } from 'vite';

/**
 * Keeps `Object.prototype` out of what is made by the script, so that whatever a hostile or careless script of the page has
 * put into it is missing there: an object that is written in the script, and one of its classes, has no prototype beyond
 * its own. Done here for all of them, those of the libraries too, since one that is forgotten would decide about money.
 */
export function bareObjects(): Plugin {
  return {
    name: 'bare-objects',
    renderChunk(code) {
      const found: Found = { insertions: [], ownNames: new Set(READ_BY_BROWSER) };
      collect(parseSync('script.js', code).program, found);
      let bare = '';
      let from = 0;
      for (const { at, text } of found.insertions.sort((a, b) => a.at - b.at)) {
        bare += code.slice(from, at) + (typeof text === 'string' ? text : text([...found.ownNames]));
        from = at;
      }
      return { code: bare + code.slice(from), map: null };
    },
  };
}

interface Found {
  /** What is written into the script, and where. The names are known only at the end. */
  readonly insertions: { readonly at: number; readonly text: string | ((names: readonly string[]) => string) }[];
  /** Names that somewhere are read of `this`, or given to something. */
  readonly ownNames: Set<string>;
}

/** What a browser looks for when an element is defined. */
const READ_BY_BROWSER =
  'formAssociated disabledFeatures adoptedCallback connectedMoveCallback formAssociatedCallback formDisabledCallback formResetCallback formStateRestoreCallback'.split(
    ' ',
  );

const WITHOUT_PROTOTYPE = 'static{Object.setPrototypeOf(this.prototype,null)}';

/**
 * An element has to have the browser's prototypes, and those have `Object.prototype` behind them. So each name that the
 * browser has nothing for is there in the class itself, and says that there is nothing.
 */
const withNames = (names: readonly string[]) => `static{
  for (const holder of [this, this.prototype]) for (const name of ${JSON.stringify(names.join(' '))}.split(' ')) {
    let owner = holder;
    while (owner && owner !== Object.prototype && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
    if (owner && owner !== Object.prototype) continue;
    Object.defineProperty(holder, name, { __proto__: null, value: undefined, writable: true, configurable: true });
  }
}`;

interface Node {
  readonly type: string;
  readonly start: number;
}

interface ObjectNode extends Node {
  readonly properties: readonly { readonly key?: { readonly name?: string; readonly value?: unknown } }[];
}

interface ClassNode extends Node {
  readonly superClass: { readonly name?: string } | null;
  readonly body: Node;
}

interface MemberNode extends Node {
  readonly object: Node;
  readonly property: Node & { readonly name?: string };
  readonly computed: boolean;
}

interface AssignmentNode extends Node {
  readonly left: Node;
}

/** Some libraries do the same themselves, and twice is a syntax error. */
const isPrototype = ({ key }: ObjectNode['properties'][number]) => [key?.name, key?.value].includes('__proto__');

function collect(node: unknown, found: Found): void {
  if (typeof node !== 'object' || node === null) return;
  const { type, start } = node as Node;
  if (type === 'ObjectExpression' && !(node as ObjectNode).properties.some(isPrototype)) {
    found.insertions.push({ at: start + 1, text: '__proto__:null,' });
  }
  if (type === 'ClassDeclaration' || type === 'ClassExpression') {
    const { superClass, body } = node as ClassNode;
    if (!superClass) found.insertions.push({ at: body.start + 1, text: WITHOUT_PROTOTYPE });
    if (superClass?.name === 'HTMLElement') found.insertions.push({ at: body.start + 1, text: withNames });
  }
  if (type === 'MemberExpression' && (node as MemberNode).object.type === 'ThisExpression') {
    addName(node as Node, found);
  }
  if (type === 'AssignmentExpression') addName((node as AssignmentNode).left, found);
  for (const child of Object.values(node)) collect(child, found);
}

function addName(node: Node, { ownNames }: Found): void {
  if (node.type !== 'MemberExpression') return;
  const { property, computed } = node as MemberNode;
  if (computed || property.type !== 'Identifier' || !property.name || property.name in Object.prototype) return;
  ownNames.add(property.name);
}
