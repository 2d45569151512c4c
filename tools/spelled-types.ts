import type { Plugin } from '@custom-elements-manifest/analyzer';
import type { ClassDeclaration, ClassMember, Declaration, Type } from 'custom-elements-manifest/schema.js';

/** A node of the analyzer's own copy of TypeScript. */
interface Node {
  getText(): string;
}

/** A plugin of the analyzer that replaces type aliases such as `Mode` by their types, and adds the details of events. */
export function spelledTypes(): Plugin {
  const aliases = new Map<string, string>();

  const spell = ({ text }: Type): Type => {
    const parts = text.split(' | ').map((part) => aliases.get(part) ?? part);
    const inUnion = parts.map((part) => (part.includes('=>') && parts.length > 1 ? `(${part})` : part));
    return { text: [...new Set(inUnion)].join(' | ') }; // an optional property has undefined twice
  };

  const spellMember = (member: ClassMember) => {
    if (member.kind === 'field' && member.type) member.type = spell(member.type);
  };

  return {
    name: 'spelled-types',
    collectPhase({ ts, node }) {
      if (ts.isTypeAliasDeclaration(node) && canBeSpelled(node)) aliases.set(node.name.text, onLine(node.type));
    },
    analyzePhase({ ts, node, moduleDoc }) {
      if (!ts.isClassDeclaration(node)) return;
      const [parent] = node.heritageClauses?.flatMap(({ types }) => [...types]) ?? [];
      const call = parent?.expression;
      if (!call || !ts.isCallExpression(call) || call.expression.getText() !== 'eventOf') return;
      const [detail] = call.typeArguments ?? [];
      const event = moduleDoc.declarations?.find(({ name }) => name === node.name?.text);
      if (!detail || !event || !isClass(event)) return;
      delete event.mixins;
      event.superclass = { name: 'CustomEvent', package: 'global:' };
      const methods = event.members?.filter(({ kind }) => kind === 'method') ?? [];
      event.members = [{ kind: 'field', name: 'detail', readonly: true, type: { text: onLine(detail) } }, ...methods];
    },
    packageLinkPhase({ customElementsManifest: { modules } }) {
      for (const declaration of modules.flatMap((module) => module.declarations ?? [])) {
        if (isClass(declaration)) declaration.members?.forEach(spellMember);
      }
    },
  };
}

/** A type with parameters, `typeof` or `keyof` is clearer by its exported name. */
function canBeSpelled({ type, typeParameters }: { readonly type: Node; readonly typeParameters?: unknown }): boolean {
  return !typeParameters && !/\b(typeof|keyof)\b/.test(type.getText());
}

function onLine(node: Node): string {
  return node.getText().replace(/\s+/g, ' ').replace(/^\| /, '');
}

function isClass(declaration: Declaration): declaration is ClassDeclaration {
  return declaration.kind === 'class';
}
