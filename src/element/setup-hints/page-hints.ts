import type { WidgetProperties } from '../widget-properties.js';
import { hint } from './hint.js';

/** Content that follows a form, and no fallback text has. */
const PAGE_CONTENT =
  'h1, h2, h3, h4, h5, h6, header, footer, nav, main, section, article, aside, form, input, select, textarea, button, table, ' +
  'script, style, link, iframe, dialog, payment-widget';

/** Looks for mistakes in the page around an element. */
export function hintAtPage(widget: WidgetProperties): void {
  const name = `<payment-widget proxy-url="${widget.proxyUrl ?? ''}" reference="${widget.reference ?? ''}">`;
  if (!widget.reference) {
    const result = 'An unknown outcome is forgotten at a reload, and an order can be paid twice.';
    hint('missing_reference', name, `${name} has no reference. ${result} Set reference to your order number.`);
  }
  const content = [...widget.children].filter((child) => !child.slot);
  if (hasSwallowed(widget, content)) {
    const names = content.map(({ localName }) => `<${localName}>`).join(' ');
    hint(
      'unclosed_tag',
      name,
      `${name} contains ${names}, which is not shown. Close it with </payment-widget>, not with />.`,
    );
  } else if (content.length > 0 && !hasRule(widget)) {
    const result = 'The text inside the element flashes until the script is loaded.';
    hint(
      'missing_style_sheet',
      location.pathname,
      `The page lacks payment-widget.css. ${result} Link the file in <head>.`,
    );
  }
  hintAtFrame();
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

/** Chromium's interface for the policy of the frame. */
interface FeaturePolicy {
  features(): string[];
  allowsFeature(name: string): boolean;
}

/** Only some browsers know this policy, and say so. */
function hintAtFrame(): void {
  if (self === top) return;
  const { featurePolicy } = document as { featurePolicy?: FeaturePolicy };
  if (!featurePolicy?.features().includes('autofill') || featurePolicy.allowsFeature('autofill')) return;
  const remedy = 'Add allow="autofill" to the <iframe>.';
  hint(
    'autofill_not_allowed',
    location.href,
    `The frame of ${location.origin} may not be filled in by the browser. ${remedy}`,
  );
}
