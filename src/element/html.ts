import { keyed } from 'lit/directives/keyed.js';
import { html as litHtml, type TemplateResult } from 'lit/html.js';

/**
 * Lit's `html` for pages that an extension translates: it replaces text nodes, and Lit would write to the old ones. So
 * each text gets a new node, and content before text or white space is a list, whose items have their own end.
 */
export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult {
  let isInTag = false;
  const contents = values.map((value, index) => {
    const [before, after] = strings.slice(index, index + 2) as [string, string];
    const [start, end] = [before.lastIndexOf('<'), before.lastIndexOf('>')];
    if (start !== end) isInTag = start > end;
    if (isInTag) return value; // the value of an attribute
    const content = typeof value === 'string' ? keyed(value, value) : value;
    return after === '' || after.startsWith('<') ? content : [content];
  });
  return litHtml(strings, ...contents);
}
