/** The styles of what the page shows around the form. */
export const HOST_STYLES = `
  :host { display: block }
  :host([hidden]), [hidden] { display: none !important }
  iframe {
    display: block;
    box-sizing: border-box;
    inline-size: calc(100% + 2 * var(--room, 4px));
    margin: calc(-1 * var(--room, 4px));
    border: 0;
  }
  iframe:not([height]) { block-size: 22rem }
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
