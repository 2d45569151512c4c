import { getDirectiveClass, isTemplateResult } from 'lit/directive-helpers.js';
import { PartType } from 'lit/directive.js';
import { nothing, type TemplateResult } from 'lit/html.js';

/** Returns what Lit would render, without its markers and listeners. */
export function toHtml(value: unknown): string {
  if (value === undefined || value === null || value === nothing) return '';
  if (Array.isArray(value)) return value.map(toHtml).join('');
  const Directive = getDirectiveClass(value);
  if (Directive) {
    const { values } = value as { readonly values: readonly unknown[] };
    return toHtml(new Directive({ type: PartType.CHILD }).render(...values));
  }
  if (!isTemplateResult(value)) return escapeHtml(value as string);
  const { strings, values } = value as TemplateResult;
  let result = '';
  for (const [index, string] of strings.entries()) {
    const [, start = string, sign, name] = /^([^]*)\s([?@]?)([\w-]+)=$/.exec(string) ?? [];
    result += start;
    const given = values[index];
    if (!name) result += toHtml(given);
    else if (sign === '?') result += given ? ` ${name}` : '';
    else if (!sign && given !== nothing) result += ` ${name}="${escapeHtml(given as string | boolean)}"`;
  }
  return result;
}

export function escapeHtml(text: string | boolean): string {
  return String(text).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
