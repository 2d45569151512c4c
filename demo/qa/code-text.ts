/** Writes values as code. */

/** A file in a merchant's project. */
export interface CodeFile {
  readonly name: string;
  readonly code: string;
}

/** Escapes text for content or a double-quoted attribute. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (char) => entities[char] ?? char);
}

/** Escapes text for a template literal. */
export function escapeTemplate(text: string): string {
  return text.replace(/[\\`]|\$(?=\{)/g, '\\$&');
}

/** Converts a JSON value to a JavaScript literal, safe inside `<script>`. */
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

/** `__proto__` must be computed to become a member. */
function toKey(key: string): string {
  if (key === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key);
}

/** One attribute per line, unless the tag fits on one line. */
export function tag(name: string, parts: readonly string[], indent: string, content: readonly string[] = []): string {
  const line = `${indent}<${[name, ...parts].join(' ')}`;
  const isShort = line.length <= 100 && !line.includes('\n');
  const start = isShort
    ? `${line}>`
    : `${indent}<${name}\n${parts.map((part) => `${indent}  ${part}\n`).join('')}${indent}>`;
  if (content.length === 0) return `${start}</${name}>`;
  return `${start}\n${content.map((text) => `${indent}  ${text}\n`).join('')}${indent}</${name}>`;
}
