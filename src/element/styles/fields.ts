import { css } from 'lit';

/** Fields, their labels, inputs and errors. */
export const fields = css`
  form {
    display: grid;
    gap: var(--_gap);
  }

  /* Two columns where there is room. Labels, inputs and errors of neighbours align. */
  fieldset {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, max(9em, (100% - var(--_gap)) / 2)), 1fr));
    column-gap: var(--_gap);
    min-inline-size: 0;
    margin: 0 0 calc(-1 * var(--_gap));
    padding: 0;
    border: 0;
  }

  .field {
    display: grid;
    grid-template-rows: subgrid;
    grid-row: span 3;
    grid-column: 1 / -1;
    row-gap: 0;
    min-inline-size: 0;
    padding-block-end: var(--_gap);
  }

  .box {
    display: contents;
  }

  .half {
    grid-column: auto;
  }

  label {
    align-self: end;
    padding-block-end: var(--_label-gap);
    hyphens: auto;
    color: var(--payment-widget-label-color, inherit);
    font-size: var(--_label-size);
    font-weight: var(--_label-weight);
  }

  input,
  select {
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: var(--_input-height);
    padding: 8px var(--_input-padding);
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_input-radius);
    background: var(--_surface);
    box-shadow: var(--_input-shadow);
    color: var(--_text);
    font: inherit;
    -webkit-user-select: text; /* Safari inherits none from the page, and then nobody can type */
    user-select: text;
    transition: border-color var(--_duration);
  }

  /* The direction follows the text; the alignment follows the page. */
  input[dir='auto'] {
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }

  /* Keeps a whole card number visible with large text on a small screen. */
  #cc-number {
    font-size: min(1em, max(16px, 5.5cqi));
  }

  input::placeholder {
    color: var(--_muted);
    opacity: 1;
  }

  input:hover:enabled:not([aria-invalid='true']),
  select:hover:enabled:not([aria-invalid='true']) {
    border-color: var(--_text);
  }

  :disabled {
    cursor: not-allowed;
    opacity: 0.6;
  }

  :focus-visible {
    outline: var(--_focus-width) solid var(--_focus);
    outline-offset: 2px;
  }

  input:focus-visible,
  select:focus-visible {
    outline-offset: -1px;
  }

  /* The animation event reports a fill by the browser that dispatches no other event. */
  input:autofill {
    animation: filled 1ms;
  }

  .control {
    display: grid;
    align-items: center;
  }

  .control > * {
    grid-area: 1 / 1;
  }

  .control:has(.affix) > :first-child {
    padding-inline-end: calc(var(--_input-padding) + 34px);
  }

  .affix {
    display: flex;
    flex: none;
    align-items: center;
    color: var(--_muted);
    font-size: 0.8125em;
    font-weight: 600;
    pointer-events: none;
  }

  .control .affix {
    justify-self: end;
    margin-inline-end: var(--_input-padding);
  }

  .control:has(#cc-number) {
    container-type: inline-size;
  }

  .error,
  .warning {
    padding-block-start: 6px;
    font-size: var(--_note-size);
  }

  .error {
    display: flex;
    gap: 6px;
    color: var(
      --payment-widget-error,
      oklch(from currentcolor clamp(0.5, l, 0.75) 0.17 28)
    ); /* legible wherever labels are */
  }
`;
