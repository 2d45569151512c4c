/** Writes values as code. */

/** A file that a merchant would write. */
export interface CodeFile {
  readonly name: string;
  readonly code: string;
}

/** For an attribute in double quotes, or for text between tags. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (char) => entities[char] ?? char);
}

/** For the inside of a template literal. */
export function escapeTemplate(text: string): string {
  return text.replace(/[\\`]|\$(?=\{)/g, '\\$&');
}

/** A literal of JavaScript for what JSON can say. It may stand in a `<script>`, too. */
export function toCode(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((entry) => toCode(entry, deeper))
    : Object.entries(value).map(([key, entry]) => `${toKey(key)}: ${toCode(entry, deeper)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  const line = Array.isArray(value) ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (line.length <= 60 && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `${deeper}${part},\n`).join('')}${indent}${close}`;
}

export function quote(text: string): string {
  const inside = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replace(/<(?=[/!]|script)/gi, '\\x3C')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return `'${inside}'`;
}

/** In a literal `__proto__` would be no member, unless it is computed. */
function toKey(key: string): string {
  if (key === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key);
}

/** One thing a line, unless all of them go on one. */
export function tag(name: string, parts: readonly string[], indent: string, content: readonly string[] = []): string {
  const line = `${indent}<${[name, ...parts].join(' ')}`;
  const isShort = line.length <= 100 && !line.includes('\n');
  const start = isShort
    ? `${line}>`
    : `${indent}<${name}\n${parts.map((part) => `${indent}  ${part}\n`).join('')}${indent}>`;
  if (content.length === 0) return `${start}</${name}>`;
  return `${start}\n${content.map((text) => `${indent}  ${text}\n`).join('')}${indent}</${name}>`;
}
