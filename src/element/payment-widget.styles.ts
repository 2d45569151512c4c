import { css } from 'lit';

/** The element's look. Every custom property has its default here, once, and follows the page's `color-scheme`. */
export const styles = css`
  :host {
    --_accent: var(--payment-widget-accent, light-dark(#1a56db, #7aa7ff));
    --_on-accent: var(--payment-widget-on-accent, light-dark(#ffffff, #0b1220));
    --_focus: var(--payment-widget-focus, var(--_accent));
    --_text: var(--payment-widget-text, light-dark(#16202e, #eef2f7));
    --_muted: var(--payment-widget-muted, light-dark(#5a6675, #a3b0c0));
    --_surface: var(--payment-widget-surface, light-dark(#ffffff, #131a24));
    --_panel: var(--payment-widget-panel, var(--_surface));
    --_border: var(--payment-widget-border, light-dark(#868f9c, #6f7b8b));
    --_error: var(--payment-widget-error, light-dark(#b42318, #ff9b90));
    --_on-error: var(--payment-widget-on-error, light-dark(#fef3f2, #2a1413));
    --_success: var(--payment-widget-success, light-dark(#067647, #5ddba3));
    --_on-success: var(--payment-widget-on-success, light-dark(#ffffff, #06241a));
    --_warning: var(--payment-widget-warning, light-dark(#fff4d6, #3a2c05));
    --_on-warning: var(--payment-widget-on-warning, light-dark(#5c3d00, #ffdf8f));

    --_line-height: var(--payment-widget-line-height, 1.4);
    --_label-color: var(--payment-widget-label-color, var(--_text));
    --_label-size: var(--payment-widget-label-size, 0.9375em);
    --_label-weight: var(--payment-widget-label-weight, 500);
    --_note-size: var(--payment-widget-note-size, 0.875em);
    --_button-size: var(--payment-widget-button-size, 1em);
    --_button-weight: var(--payment-widget-button-weight, 600);

    --_radius: var(--payment-widget-radius, 8px);
    --_input-radius: var(--payment-widget-input-radius, var(--_radius));
    --_button-radius: var(--payment-widget-button-radius, var(--_radius));
    --_border-width: var(--payment-widget-border-width, 1px);
    --_focus-width: var(--payment-widget-focus-width, 2px);
    --_input-height: var(--payment-widget-input-height, 48px);
    --_input-padding: var(--payment-widget-input-padding, 14px);
    --_input-shadow: var(--payment-widget-input-shadow, 0 0 transparent);
    --_button-height: var(--payment-widget-button-height, 52px);
    --_button-shadow: var(--payment-widget-button-shadow, 0 0 transparent);
    --_gap: var(--payment-widget-gap, 16px);
    --_label-gap: var(--payment-widget-label-gap, 6px);
    --_duration: var(--payment-widget-duration, 150ms);

    display: block;
    color: var(--_text);
    text-align: start;
    text-indent: 0;
    white-space: normal;
    font-family: var(--payment-widget-font-family, inherit);
    font-size: var(--payment-widget-font-size, inherit);
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

  p,
  h2 {
    margin: 0;
  }

  /* No word of it is ever cut, however long. Korean and Japanese break where a reader would. */
  .widget {
    overflow-wrap: anywhere;
  }

  .widget:lang(ko) {
    word-break: keep-all;
  }

  :is(label, h2):lang(ja) {
    word-break: auto-phrase;
  }

  form {
    display: grid;
    gap: var(--_gap);
  }

  /* One column, or two where half of the width is enough; label, input and note of neighbours stand in line. */
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

  .half {
    grid-column: auto;
  }

  .label {
    display: flex;
    gap: 8px;
    align-items: end;
    justify-content: space-between;
    padding-block-end: var(--_label-gap);
  }

  label {
    hyphens: auto;
    color: var(--_label-color);
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
    color: inherit;
    font: inherit;
    font-variant-numeric: tabular-nums;
    transition: border-color var(--_duration);
  }

  select {
    appearance: none;
  }

  /* What follows its letters still stands where the page begins its lines. */
  input[dir='auto'] {
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }

  /* Large text must not hide the end of a number on a small screen. */
  #cc-number {
    font-size: min(1em, max(16px, 5vi));
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

  /* By its border and the sign before its error as well: colour alone tells nobody who cannot see it. */
  input[aria-invalid='true'],
  select[aria-invalid='true'] {
    border-color: var(--_error);
    box-shadow: inset 0 0 0 1px var(--_error);
  }

  input[aria-invalid='true']:focus-visible,
  select[aria-invalid='true']:focus-visible {
    outline-offset: 2px;
  }

  /* Tells by an event that the browser has filled an input, for when it sends no other. */
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

  .icon {
    flex: none;
    inline-size: 24px;
    block-size: 24px;
    fill: none;
    stroke: currentcolor;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
    forced-color-adjust: auto; /* browsers leave the colours of a picture alone */
  }

  .mark {
    inline-size: 30px;
    block-size: 20px;
    outline: 1px solid rgb(128 128 128 / 0.35);
    outline-offset: -1px;
    border-radius: 4px;
    forced-color-adjust: none;
  }

  .letters {
    fill: none;
    stroke-linejoin: round;
  }

  .error,
  .warning {
    padding-block-start: 6px;
    font-size: var(--_note-size);
  }

  .error {
    display: flex;
    gap: 6px;
    color: var(--_error);
  }

  .error .icon {
    inline-size: 1.4em;
    block-size: 1.4em;
  }

  .panel {
    display: flex;
    gap: 10px;
    margin-block-end: var(--_gap);
    padding: 12px 14px;
    border: var(--_border-width) solid var(--_error);
    border-radius: var(--_radius);
    background: var(--_on-error);
    font-size: 0.9375em;
  }

  .panel .icon,
  .summary p {
    color: var(--_error);
  }

  .panel > div {
    flex: 1;
    min-inline-size: 0;
  }

  .summary p {
    font-weight: 600;
  }

  .summary ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .summary a {
    display: flex;
    align-items: center;
    min-block-size: 44px;
    padding-block: 6px;
    color: inherit;
    text-underline-offset: 3px;
  }

  .summary li + li {
    border-block-start: 1px solid color-mix(in srgb, currentcolor 20%, transparent);
  }

  .summary li:last-child a {
    margin-block-end: -8px;
  }

  /* The banner, and beside it, where there is room, the button for testers. */
  .test {
    display: flex;
    flex-wrap: wrap;
    column-gap: 8px;
  }

  .test > [role='status'] {
    flex: 1 1 auto;
  }

  .test > :has(*),
  .test > button {
    margin-block-end: var(--_gap);
  }

  .banner {
    padding: 10px 14px;
    border: var(--_border-width) solid color-mix(in srgb, currentcolor 35%, transparent);
    border-radius: var(--_radius);
    background: var(--_warning);
    color: var(--_on-warning);
    font-size: 0.9375em;
    font-weight: 600;
  }

  button {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 10px;
    inline-size: 100%;
    padding: 10px 20px;
    border: var(--_border-width) solid transparent;
    border-radius: var(--_button-radius);
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
    transition: filter var(--_duration);
  }

  .pay {
    min-block-size: var(--_button-height);
    background: var(--_accent);
    box-shadow: var(--_button-shadow);
    color: var(--_on-accent);
    font-size: var(--_button-size);
    font-weight: var(--_button-weight);
    font-variant-numeric: tabular-nums;
  }

  .pay:hover:enabled {
    filter: brightness(1.08);
  }

  .pay[aria-disabled='true'] {
    cursor: progress;
  }

  .test-card {
    flex: 1 1 auto;
    inline-size: auto;
    min-block-size: 44px;
    padding: 8px 14px;
    border-color: var(--_border);
    border-style: dashed;
    font-size: 0.9375em;
    text-wrap: balance;
  }

  .test-card:hover:enabled {
    border-color: currentcolor;
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

  ::slotted([slot='header']) {
    margin-block-end: var(--_gap);
  }

  ::slotted([slot='footer']) {
    margin-block-start: var(--_gap);
  }

  .result {
    scroll-margin-block: 16px;
    display: grid;
    justify-items: center;
    gap: 10px;
    padding: 32px 24px;
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_panel);
    text-align: center;
  }

  .result .icon {
    inline-size: 56px;
    block-size: 56px;
    padding: 10px;
    border: 1px solid color-mix(in srgb, currentcolor 35%, transparent);
    border-radius: 50%;
    background: var(--_warning);
    color: var(--_on-warning);
  }

  .result .spinner {
    margin-block: 6px;
  }

  .result.paid .icon {
    background: var(--_success);
    color: var(--_on-success);
  }

  .result h2 {
    font-size: 1.25em;
    line-height: 1.3;
    text-wrap: balance;
  }

  .result p {
    max-inline-size: 46ch;
    text-wrap: pretty;
  }

  #result-text .reference {
    padding-block-start: 8px;
  }

  .result .reference {
    color: var(--_muted);
    font-size: 0.9375em;
  }

  .result button {
    inline-size: auto;
    min-block-size: 44px;
    border-color: var(--_border);
    font-size: 0.9375em;
  }

  .result .go-on {
    border-color: transparent;
    color: var(--_muted);
    text-decoration: underline;
    text-underline-offset: 3px;
  }

  .caution {
    margin: 0;
    text-align: start;
  }

  .result .caution .icon {
    inline-size: 24px;
    block-size: 24px;
    padding: 0;
    border: 0;
    background: none;
    color: var(--_error);
  }

  .checking {
    display: flex;
    gap: 12px;
    align-items: center;
    padding-block: 24px;
  }

  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  @keyframes filled {
    from {
      opacity: 1;
    }
  }

  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }

  /* Smaller text makes iOS zoom into the page when an input gets the focus. */
  @media (pointer: coarse) {
    input,
    select {
      font-size: max(16px, 1em);
    }
  }

  @media (prefers-reduced-motion: reduce) {
    * {
      transition: none !important;
    }

    .spinner {
      animation-duration: 4s;
    }
  }

  @media (prefers-contrast: more) {
    :host {
      --_border: var(--_text);
      --_muted: var(--_text);
    }
  }

  @media print {
    button,
    .spinner {
      display: none;
    }
  }

  @media (forced-colors: active) {
    .pay {
      border-color: ButtonText;
      color: ButtonText;
    }

    .result {
      border-color: CanvasText;
    }

    input[aria-invalid='true'],
    select[aria-invalid='true'] {
      border-style: double;
      border-width: 4px;
    }

    .spinner {
      forced-color-adjust: none;
      color: ButtonText;
    }

    .result .icon {
      border: 1px solid;
    }
  }
`;
