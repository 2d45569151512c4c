import type { Plugin } from '@custom-elements-manifest/analyzer';
import type { ClassDeclaration, ClassMember, Declaration, Type } from 'custom-elements-manifest/schema.js';

/** A node of the analyzer's own copy of TypeScript, whose types are not those of ours. */
interface Node {
  getText(): string;
}

/**
 * For the analyzer, which writes types as they stand in the source: `Mode` says nothing to who reads a manifest, so what
 * the name stands for takes its place. And what the events of the package carry, which is in the class above theirs.
 */
export function spelledTypes(): Plugin {
  const aliases = new Map<string, string>();

  const spell = ({ text }: Type): Type => {
    const parts = text.split(' | ').map((part) => aliases.get(part) ?? part);
    const inUnion = parts.map((part) => (part.includes('=>') && parts.length > 1 ? `(${part})` : part));
    return { text: [...new Set(inUnion)].join(' | ') }; // it says undefined twice of what is optional
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
      const [detail] = parent?.typeArguments ?? [];
      const event = moduleDoc.declarations?.find(({ name }) => name === node.name?.text);
      if (!parent || !detail || !event || !isClass(event)) return;
      if (parent.expression.getText() !== 'PaymentEvent') return;
      event.superclass = { name: 'CustomEvent', package: 'global:' };
      event.members = [{ kind: 'field', name: 'detail', readonly: true, type: { text: onLine(detail) } }];
    },
    packageLinkPhase({ customElementsManifest: { modules } }) {
      for (const declaration of modules.flatMap((module) => module.declarations ?? [])) {
        if (isClass(declaration)) declaration.members?.forEach(spellMember);
      }
    },
  };
}

/** What is read off a value, or has parameters of its own, is clearer by its name, which the package exports. */
function canBeSpelled({ type, typeParameters }: { readonly type: Node; readonly typeParameters?: unknown }): boolean {
  return !typeParameters && !/\b(typeof|keyof)\b/.test(type.getText());
}

function onLine(node: Node): string {
  return node.getText().replace(/\s+/g, ' ').replace(/^\| /, '');
}

function isClass(declaration: Declaration): declaration is ClassDeclaration {
  return declaration.kind === 'class';
}
