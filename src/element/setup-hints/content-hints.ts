import type { WidgetProperties } from '../widget-properties.js';
import { finding, type Finding } from './finding.js';

/** Content that follows a form, and no fallback text has. */
const PAGE_CONTENT =
  'h1, h2, h3, h4, h5, h6, header, footer, nav, main, section, article, aside, form, input, select, textarea, button, table, ' +
  'script, style, link, iframe, dialog, payment-widget';

/** Looks for mistakes in the content of an element, and for a missing reference. */
export function findInContent(widget: WidgetProperties): Finding[] {
  const found: Finding[] = [];
  if (!widget.reference) {
    const result = 'An unknown outcome is forgotten at a reload, and an order can be paid twice.';
    const problem = `The element has no reference. ${result} Expected your order number.`;
    found.push(finding('missing_reference', problem, 'Set reference to your order number.'));
  }
  if (!widget.shadowRoot) return found; // in the frame of isolated mode, the content is the form
  const content = [...widget.children].filter((child) => !child.slot);
  if (hasSwallowed(widget, content)) {
    const names = content.map(({ localName }) => `<${localName}>`).join(' ');
    const problem = `<payment-widget> contains ${names}, which is not shown. Expected only text for a blocked script.`;
    found.push(finding('unclosed_tag', problem, 'Close the element with </payment-widget>, not with />.'));
  } else if (content.length > 0 && !hasRule(widget)) {
    const problem =
      'The page lacks payment-widget.css, so the text inside the element flashes until the script is loaded.';
    found.push(finding('missing_style_sheet', `${problem} Expected the file.`, 'Link payment-widget.css in <head>.'));
  }
  return found;
}

/**
 * HTML ignores the slash of `<payment-widget … />`: the rest of the parent becomes content of the element. Then nothing follows
 * the element, and its content is like a page, or is indented like the element itself.
 */
function hasSwallowed(widget: Element, content: readonly Element[]): boolean {
  if (widget.nextSibling || content.length === 0) return false;
  const indentOf = (node: Node | null) => (/\n[^\n]*$/.exec((node instanceof Text && node.data) || '') ?? [])[0];
  const indent = indentOf(widget.previousSibling);
  return content.some((child) => child.matches(PAGE_CONTENT)) || (!!indent && indent === indentOf(widget.firstChild));
}

/** Whether the page has a rule for the time before the script is loaded, or a style sheet that cannot be read. */
function hasRule(widget: Element): boolean {
  const { styleSheets, adoptedStyleSheets } = widget.getRootNode() as Document | ShadowRoot;
  return [...styleSheets, ...adoptedStyleSheets].some(mayHaveRule);
}

function mayHaveRule(sheet: CSSStyleSheet): boolean {
  try {
    return [...sheet.cssRules].some((rule) =>
      rule instanceof CSSImportRule
        ? rule.styleSheet && mayHaveRule(rule.styleSheet)
        : rule.cssText.includes('payment-widget:not(:defined)'),
    );
  } catch {
    return true; // of another origin
  }
}
