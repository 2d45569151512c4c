import type { PageData } from '@11ty/eleventy';

/** The parts of markdown-it that the generator uses. See `packages.d.ts` for the reason. */
export interface Token {
  type: string;
  tag: string;
  content: string;
  info: string;
  hidden: boolean;
  nesting: -1 | 0 | 1;
  level: number;
  children: Token[] | null;
  attrs: [name: string, value: string][] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
  attrJoin(name: string, value: string): void;
}

export interface State {
  tokens: Token[];
  /** The data of the page. */
  readonly env: PageData;
  readonly Token: new (type: string, tag: string, nesting: Token['nesting']) => Token;
}

export interface MarkdownIt {
  readonly core: { readonly ruler: { push(name: string, rule: (state: State) => void): void } };
  readonly renderer: {
    readonly rules: Record<string, ((tokens: Token[], index: number) => string) | undefined>;
  };
  readonly utils: { readonly escapeHtml: (text: string) => string };
  set(options: { html: boolean; linkify: boolean; typographer: boolean }): void;
  use(plugin: (markdown: MarkdownIt, options: object) => void, options: object): MarkdownIt;
}

/** The text of a heading, without its link. */
export function textOf(inline: Token | undefined): string {
  const shown = (inline?.children ?? []).filter(({ type }) => type === 'text' || type === 'code_inline');
  return shown.map(({ content }) => content).join('');
}

export function isMarker({ type, content }: Token, name: string): boolean {
  return type === 'html_block' && content.trim() === `<!-- ${name} -->`;
}
