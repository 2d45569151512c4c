import { isMarker, textOf, type State, type Token } from './markdown-it.js';

/**
 * Wraps the sections between `<!-- tabs -->` and `<!-- /tabs -->`. A script makes tabs of them. Groups with the same names
 * share the reader's choice.
 */
export function tabsRule(state: State, escapeHtml: (text: string) => string): void {
  const { tokens } = state;
  const html = (content: string) => Object.assign(new state.Token('html_block', '', 0), { content });
  state.tokens = [];
  let names: string[] | undefined;
  let start: Token | undefined;
  tokens.forEach((token, index) => {
    if (isMarker(token, 'tabs')) {
      names = [];
      start = html('');
      state.tokens.push(start);
    } else if (isMarker(token, '/tabs') && names && start) {
      start.content = `<div class="tabs" data-group="${escapeHtml(names.join(' '))}">\n`;
      state.tokens.push(html(names.length > 0 ? '</section></div>\n' : '</div>\n'));
      names = undefined;
    } else if (names && token.type === 'heading_open' && token.tag === 'h3') {
      const id = token.attrGet('id') ?? '';
      const end = names.length > 0 ? '</section>\n' : '';
      names.push(textOf(tokens[index + 1]));
      token.attrSet('id', `${id}-heading`);
      state.tokens.push(html(`${end}<section id="${id}" aria-labelledby="${id}-heading">\n`), token);
    } else {
      state.tokens.push(token);
    }
  });
}
