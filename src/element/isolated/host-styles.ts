/** The styles of what the page shows around the form. */
export const HOST_STYLES = `
  :host { display: block }
  :host([hidden]), [hidden] { display: none !important }
  /* The page may have rules for all frames. */
  ::slotted([slot='payment-frame']) {
    display: block !important;
    box-sizing: border-box !important;
    inline-size: calc(100% + 2 * var(--room, 4px)) !important;
    max-inline-size: none !important;
    block-size: var(--height, 22rem) !important;
    min-block-size: 0 !important;
    max-block-size: none !important;
    margin: calc(-1 * var(--room, 4px)) !important;
    padding: 0 !important;
    border: 0 !important;
    background: none !important;
  }
  .probe {
    position: absolute;
    visibility: hidden;
    inline-size: 1rem;
    background: light-dark(#fff, #000);
    transition: all 1ms step-start;
    transition-behavior: allow-discrete;
  }
  .outside { margin-block-start: var(--payment-widget-gap, 16px) }
  .outside p { margin: 0 }
  .host-error {
    color: var(--payment-widget-error, oklch(from currentcolor clamp(0.5, l, 0.75) 0.17 28));
    font-size: var(--payment-widget-note-size, 0.875em);
  }
  ::slotted([slot='before-button']) { margin-block-start: var(--payment-widget-gap, 16px) }
  ::slotted([slot='header']) { margin-block-end: var(--payment-widget-gap, 16px) }
  ::slotted([slot='footer']) { margin-block-start: var(--payment-widget-gap, 16px) }
`;

const sheets = new Map<string, CSSStyleSheet>();

/** Adds styles to the shadow root of an element. */
export function adoptStyles(root: ShadowRoot, text: string): void {
  const sheet = sheets.get(text) ?? new CSSStyleSheet();
  if (!sheets.has(text)) sheet.replaceSync(text);
  sheets.set(text, sheet);
  root.adoptedStyleSheets.push(sheet);
}
