/** A Markdown table. Rows without a value in a cell have an empty cell. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(heading), line(heading.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A pipe ends a cell, in code as well. */
function cell(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').replace(/\\?\|/g, '\\|');
}

/** Inline code. */
export function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** A fenced block. */
export function fenced(language: string, text: string): string {
  const fence = '`'.repeat(Math.max(3, ...Array.from(text.matchAll(/^`{3,}/gm), ([ticks]) => ticks.length + 1)));
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}
