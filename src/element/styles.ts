import { css } from 'lit';

export const styles = css`
  :host {
    --_accent: var(--payment-widget-accent, light-dark(#1a56db, #7aa7ff));
    --_focus: var(--payment-widget-focus, var(--_accent));
    --_text: var(--payment-widget-text, light-dark(#16202e, #f2f2f2));
    --_muted: var(--payment-widget-muted, light-dark(#5a6675, #a8a8ad));
    --_surface: var(--payment-widget-surface, light-dark(#ffffff, #1c1c1c));
    --_border: var(--payment-widget-border, light-dark(#868f9c, #7d7d80));

    --_line-height: var(--payment-widget-line-height, 1.4);
    --_label-size: var(--payment-widget-label-size, 0.9375em);
    --_label-weight: var(--payment-widget-label-weight, 500);
    --_note-size: var(--payment-widget-note-size, 0.875em);

    --_radius: var(--payment-widget-radius, 8px);
    --_input-radius: var(--payment-widget-input-radius, var(--_radius));
    --_border-width: var(--payment-widget-border-width, 1px);
    --_focus-width: var(--payment-widget-focus-width, 2px);
    --_input-padding: var(--payment-widget-input-padding, 14px);
    --_gap: var(--payment-widget-gap, 16px);
    --_duration: var(--payment-widget-duration, 150ms);

    display: block;
    max-inline-size: 30rem;
    /* The colour of the page, which may be dark without color-scheme. It is legible if an ancestor hides text. */
    color: var(--payment-widget-text, rgb(from currentcolor r g b / max(alpha, 1 - alpha)));
    text-align: start;
    text-indent: 0;
    white-space: normal;
    font-family: var(--payment-widget-font-family, inherit);
    font-size: var(--payment-widget-font-size, max(1em, 16px - 1em));
    line-height: var(--_line-height);
  }

  :host([hidden]),
  [hidden] {
    display: none !important;
  }

  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }

  p {
    margin: 0;
  }

  /* Long words wrap. What an ancestor does with its text would make this unreadable. */
  .widget {
    overflow-wrap: anywhere;
    caret-color: auto;
    -webkit-text-fill-color: currentcolor;
    word-spacing: normal;
    -webkit-text-stroke: 0;
    text-shadow: none;
  }

  form {
    display: grid;
    gap: var(--_gap);
  }

  /* There are two columns where there is room. Labels, inputs and errors of neighbours align. */
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
    grid-row: span 4;
    grid-column: 1 / -1;
    row-gap: 0;
    min-inline-size: 0;
    padding-block-end: var(--_gap);
  }

  .half {
    grid-column: auto;
  }

  label {
    align-self: end;
    padding-block-end: var(--payment-widget-label-gap, 6px);
    hyphens: auto;
    color: var(--payment-widget-label-color, inherit);
    font-size: var(--_label-size);
    font-weight: var(--_label-weight);
  }

  input,
  select {
    display: block;
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: var(--payment-widget-input-height, 48px);
    padding: 8px var(--_input-padding);
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_input-radius);
    background: var(--_surface);
    box-shadow: var(--payment-widget-input-shadow, 0 0 transparent);
    color: var(--_text);
    font: inherit;
    -webkit-user-select: text; /* Safari inherits none from the page, and then nobody can type */
  }

  /* The direction follows the text; the alignment follows the page. */
  input[dir='auto'] {
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }

  /* Keeps a whole card number visible with large text on a small screen. */
  #cc-number {
    font-size: min(1em, max(16px, 5vi));
  }

  input::placeholder {
    color: var(--payment-widget-muted, light-dark(#6b7684, #8f8f94));
    opacity: 1;
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

  .control,
  .pay {
    position: relative;
  }

  .error {
    display: flex;
    gap: 6px;
    padding-block-start: 6px;
    font-size: var(--_note-size);
    color: var(
      --payment-widget-error,
      oklch(from currentcolor clamp(0.5, l, 0.75) 0.17 28)
    ); /* legible wherever labels are */
  }

  button {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 10px;
    inline-size: 100%;
    padding: 10px 20px;
    border: var(--_border-width) solid transparent;
    border-radius: var(--payment-widget-button-radius, var(--_radius));
    font: inherit;
    text-wrap: balance;
    cursor: pointer;
    transition: background-color var(--_duration);
  }

  .pay {
    min-block-size: var(--payment-widget-button-height, 52px);
    background: var(--_accent);
    box-shadow: var(--payment-widget-button-shadow, 0 0 transparent);
    color: var(--payment-widget-on-accent, light-dark(#ffffff, #0b1220));
    font-size: var(--payment-widget-button-size, 1em);
    font-weight: var(--payment-widget-button-weight, 600);
  }

  .pay[aria-disabled='true'] {
    cursor: progress;
  }

  :has(+ .busy) {
    opacity: 0;
  }

  /* Shows the spinner alone where the text does not fit beside it: the next line is clipped. */
  .busy {
    position: absolute;
    inset: 0 20px;
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 1.6em 10px;
    block-size: 1em;
    margin-block: auto;
    line-height: 1;
    clip-path: inset(-0.7em);
  }

  .spinner {
    flex: none;
    inline-size: 1em;
    block-size: 1em;
    border: 2px solid currentcolor;
    border-inline-end-color: transparent;
    border-radius: 50%;
    animation: turn 0.8s linear infinite;
  }

  .checking {
    display: flex;
    gap: 12px;
    align-items: center;
    padding-block: 24px;
  }

  ::slotted([slot='header']) {
    margin-block-end: var(--_gap);
  }

  ::slotted([slot='footer']) {
    margin-block-start: var(--_gap);
  }

  [role='alert'] > .error {
    margin-block-end: var(--_gap);
  }

  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }

  /* iOS zooms into the page when an input with smaller text receives focus. */
  @media (pointer: coarse) {
    input,
    select {
      font-size: max(16px, 1em);
    }

    #cc-number {
      font-size: max(16px, min(1em, 5vi));
    }
  }

  @media (prefers-reduced-motion: reduce) {
    * {
      animation-duration: 4s !important;
      transition: none !important;
    }
  }
`;
