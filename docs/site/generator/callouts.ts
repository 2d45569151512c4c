import type { State, Token } from './markdown-it.js';

/** Marks block quotes that start with **Note:** or **Warning:**. */
export function calloutRule({ tokens }: State): void {
  tokens.forEach((token, index) => {
    if (token.type !== 'blockquote_open') return;
    const kind = kindOf(tokens[index + 2]);
    if (!kind) return;
    token.tag = 'div';
    token.attrSet('role', 'note');
    token.attrJoin('class', `callout ${kind}`);
    const end = tokens.slice(index).find(({ type, level }) => type === 'blockquote_close' && level === token.level);
    if (end) end.tag = 'div';
  });
}

function kindOf(inline: Token | undefined): 'note' | 'warning' | undefined {
  const [empty, strong, text] = inline?.children ?? [];
  const first = empty?.type === 'text' && empty.content === '' ? [strong, text] : [empty, strong];
  if (first[0]?.type !== 'strong_open') return undefined;
  if (first[1]?.content === 'Note:') return 'note';
  return first[1]?.content === 'Warning:' ? 'warning' : undefined;
}
