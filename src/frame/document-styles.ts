import type { CSSResult } from 'lit';
import { styles } from '../element/styles.js';

/** The frame is as large as the form, so it never scrolls. */
const DOCUMENT = `
  html { overflow: hidden; background: transparent }
  body { margin: 0; padding: var(--room, 4px) }
`;

/** Adds the styles of the element to the document. */
export function adoptDocumentStyles(): void {
  const sheets = [DOCUMENT, ...styles.map(toDocument)].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  document.adoptedStyleSheets.push(...sheets);
}

/** A document has no host. */
function toDocument({ cssText }: CSSResult): string {
  return cssText.replace(/:host(?:\(((?:[^()]|\([^()]*\))*)\))?/g, (_, condition = '') => `payment-form${condition}`);
}
