/** A document takes only sheets of its own window. */
const sheets = new WeakMap<Document, Map<string, CSSStyleSheet>>();

/** Adds a style sheet to the root of a node: its shadow root, or else the document. */
export function adoptStyles(node: Node, css: string): void {
  const root = node.getRootNode() as ShadowRoot | Document;
  const page = root.ownerDocument ?? root;
  const known = sheets.get(page) ?? new Map<string, CSSStyleSheet>();
  sheets.set(page, known);
  let sheet = known.get(css);
  if (!sheet) {
    const view = page === document ? globalThis : (page.defaultView as typeof globalThis); // markup can replace defaultView
    sheet = new view.CSSStyleSheet();
    sheet.replaceSync(css);
    known.set(css, sheet);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}
