import MagicString from 'magic-string';
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
      const found: Found = { insertions: [], ownNames: new Set(READ_BY_BROWSER), elements: new Set(['HTMLElement']) };
      collect(parseSync('script.js', code).program, found, false);
      const bare = new MagicString(code);
      for (const { at, text } of found.insertions) {
        bare.appendRight(at, typeof text === 'string' ? text : text([...found.ownNames]));
      }
      return { code: bare.toString(), map: bare.generateMap({ hires: 'boundary' }) };
    },
  };
}

interface Found {
  /** What is written into the script, and where. The names are known only at the end. */
  readonly insertions: { readonly at: number; readonly text: string | ((names: readonly string[]) => string) }[];
  /** Names that a class of elements somewhere reads of `this`, and defines nowhere. */
  readonly ownNames: Set<string>;
  /** Names of the classes of elements. */
  readonly elements: Set<string>;
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
  readonly id: { readonly name?: string } | null;
  readonly superClass: { readonly name?: string } | null;
  readonly body: Node;
}

interface MemberNode extends Node {
  readonly object: Node;
  readonly property: Node & { readonly name?: string };
  readonly computed: boolean;
}

interface DeclaratorNode extends Node {
  readonly id: { readonly name?: string };
  readonly init: ClassNode | null;
}

/** Some libraries do the same themselves, and twice is a syntax error. */
const isPrototype = ({ key }: ObjectNode['properties'][number]) => [key?.name, key?.value].includes('__proto__');

/** @param ofElement - whether `this` may be an element, or its class */
function collect(node: unknown, found: Found, ofElement: boolean): void {
  if (typeof node !== 'object' || node === null) return;
  const { type, start } = node as Node;
  let isOfElement = ofElement;
  if (type === 'ObjectExpression' && !(node as ObjectNode).properties.some(isPrototype)) {
    found.insertions.push({ at: start + 1, text: '__proto__:null,' });
  }
  if (type === 'ClassDeclaration' || type === 'ClassExpression') {
    const { superClass, body } = node as ClassNode;
    if (!superClass) found.insertions.push({ at: body.start + 1, text: WITHOUT_PROTOTYPE });
    if (superClass?.name === 'HTMLElement') found.insertions.push({ at: body.start + 1, text: withNames });
    isOfElement = isElement(node as ClassNode, found);
    const { id } = node as ClassNode;
    if (isOfElement && id?.name) found.elements.add(id.name);
  }
  if (ofElement && type === 'MemberExpression' && (node as MemberNode).object.type === 'ThisExpression') {
    addName(node as MemberNode, found);
  }
  for (const child of Object.values(node)) collect(child, found, isOfElement);
  if (type === 'VariableDeclarator') nameClass(node as DeclaratorNode, found);
}

/** `const Name = class extends …` is a class by that name, too. */
function nameClass({ id, init }: DeclaratorNode, found: Found): void {
  if (init?.type === 'ClassExpression' && isElement(init, found) && id.name) found.elements.add(id.name);
}

function isElement({ superClass }: ClassNode, { elements }: Found): boolean {
  return superClass?.name !== undefined && elements.has(superClass.name);
}

function addName({ property, computed }: MemberNode, { ownNames }: Found): void {
  if (computed || property.type !== 'Identifier' || !property.name || property.name in Object.prototype) return;
  ownNames.add(property.name);
}
