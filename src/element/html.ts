import { keyed } from 'lit/directives/keyed.js';
import { html as litHtml, type TemplateResult } from 'lit/html.js';

/**
 * Lit's `html`, for pages that an extension translates: it replaces text nodes, which Lit would go on with. So each text gets a new
 * node, and content that text or white space follows is a list, since the items of a list have their own end.
 */
export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult {
  let isInTag = false;
  const contents = values.map((value, index) => {
    const [before, after] = strings.slice(index, index + 2) as [string, string];
    const [start, end] = [before.lastIndexOf('<'), before.lastIndexOf('>')];
    if (start !== end) isInTag = start > end;
    if (isInTag) return value; // of an attribute
    const content = typeof value === 'string' ? keyed(value, value) : value;
    return after === '' || after.startsWith('<') ? content : [content];
  });
  return litHtml(strings, ...contents);
}
