import { parseSync, type Plugin } from 'vite';

/**
 * Gives no object that is written in the script a prototype. What such an object lacks, an option of `fetch` or a member
 * of an answer, is then missing, whatever a hostile or careless script of the page has put into `Object.prototype`.
 * Done here for all of them, those of the libraries too, since one that is forgotten would decide about money.
 */
export function bareObjects(): Plugin {
  return {
    name: 'bare-objects',
    renderChunk(code) {
      const starts: number[] = [];
      collect(parseSync('script.js', code).program, starts);
      let bare = '';
      let from = 0;
      for (const start of starts.sort((a, b) => a - b)) {
        bare += `${code.slice(from, start + 1)}__proto__:null,`;
        from = start + 1;
      }
      return { code: bare + code.slice(from), map: null };
    },
  };
}

interface Node {
  readonly type: string;
  readonly start: number;
}

interface ObjectNode extends Node {
  readonly properties: readonly { readonly key?: { readonly name?: string; readonly value?: unknown } }[];
}

/** Some libraries do the same themselves, and twice is a syntax error. */
const isPrototype = ({ key }: ObjectNode['properties'][number]) => [key?.name, key?.value].includes('__proto__');

function collect(node: unknown, starts: number[]): void {
  if (typeof node !== 'object' || node === null) return;
  const { type, start } = node as Node;
  if (type === 'ObjectExpression' && !(node as ObjectNode).properties.some(isPrototype)) starts.push(start);
  for (const child of Object.values(node)) collect(child, starts);
}
