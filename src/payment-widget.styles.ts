import { css } from 'lit';

/** The element's look. Every custom property has its default here, once, and follows the page's `color-scheme`. */
export const styles = css`
  :host {
    --_accent: var(--payment-widget-accent, light-dark(#1a56db, #7aa7ff));
    --_on-accent: var(--payment-widget-on-accent, light-dark(#ffffff, #0b1220));
    --_text: var(--payment-widget-text, light-dark(#16202e, #eef2f7));
    --_muted: var(--payment-widget-muted, light-dark(#5a6675, #a3b0c0));
    --_surface: var(--payment-widget-surface, light-dark(#ffffff, #131a24));
    --_border: var(--payment-widget-border, light-dark(#868f9c, #6f7b8b));
    --_error: var(--payment-widget-error, light-dark(#b42318, #ff9b90));
    --_success: var(--payment-widget-success, light-dark(#067647, #5ddba3));
    --_warning: var(--payment-widget-warning, light-dark(#fff4d6, #3a2c05));
    --_on-warning: var(--payment-widget-on-warning, light-dark(#5c3d00, #ffdf8f));
    --_radius: var(--payment-widget-radius, 8px);
    --_gap: var(--payment-widget-gap, 16px);

    display: block;
    color: var(--_text);
    font: inherit;
    line-height: 1.4;
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

  form,
  fieldset {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_gap);
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }

  form > *,
  fieldset > *,
  ::slotted([slot='before-button']) {
    flex: 1 1 100%;
  }

  .field {
    position: relative;
    min-inline-size: 0;
  }

  .half {
    flex: 1 1 8rem;
  }

  label {
    display: block;
    margin-block-end: 6px;
    font-weight: 500;
  }

  input,
  select {
    inline-size: 100%;
    min-block-size: 48px;
    padding: 10px 14px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: inherit;
    font: inherit;
    font-variant-numeric: tabular-nums;
    transition: border-color 0.15s;
  }

  input::placeholder {
    color: var(--_muted);
    opacity: 1;
  }

  input:hover:enabled:not([aria-invalid='true']),
  select:hover:enabled:not([aria-invalid='true']) {
    border-color: var(--_text);
  }

  :focus-visible {
    outline: 3px solid var(--_accent);
    outline-offset: 2px;
  }

  input:focus-visible,
  select:focus-visible {
    outline-width: 2px;
    outline-offset: -1px;
  }

  input[aria-invalid='true'],
  select[aria-invalid='true'] {
    border-color: var(--_error);
    box-shadow: inset 0 0 0 1px var(--_error);
  }

  input[aria-invalid='true']:focus-visible,
  select[aria-invalid='true']:focus-visible {
    outline-color: var(--_error);
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

  .affix {
    justify-self: end;
    margin-inline-end: 14px;
    padding: 1px 6px;
    border-radius: 4px;
    background: var(--_surface);
    color: var(--_muted);
    font-size: 0.8125em;
    font-weight: 600;
    pointer-events: none;
  }

  .affix:empty {
    display: none;
  }

  .error,
  .warning {
    margin-block-start: 6px;
    font-size: 0.875em;
  }

  .error {
    color: var(--_error);
  }

  .banner,
  .summary,
  .configuration {
    padding: 10px 14px;
    border: 1px solid currentcolor;
    border-radius: var(--_radius);
    font-size: 0.9375em;
  }

  .banner {
    margin-block-end: var(--_gap);
    background: var(--_warning);
    color: var(--_on-warning);
    font-weight: 600;
  }

  .summary {
    margin-block-end: var(--_gap);
    color: var(--_error);
  }

  .summary ul {
    margin: 4px 0 0;
    padding-inline-start: 1.25em;
  }

  .summary a {
    display: inline-block;
    padding-block: 6px;
    color: inherit;
  }

  .configuration {
    color: var(--_error);
    overflow-wrap: anywhere;
  }

  button {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 10px;
    inline-size: 100%;
    min-block-size: 52px;
    padding: 12px 20px;
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: var(--_accent);
    color: var(--_on-accent);
    font: inherit;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    cursor: pointer;
    transition: filter 0.15s;
  }

  button:hover:enabled {
    filter: brightness(1.08);
  }

  button:disabled,
  button[aria-disabled='true'] {
    cursor: default;
    opacity: 0.75;
  }

  .spinner {
    inline-size: 1em;
    block-size: 1em;
    border: 2px solid currentcolor;
    border-inline-end-color: transparent;
    border-radius: 50%;
    animation: turn 0.8s linear infinite;
  }

  .result {
    display: grid;
    gap: 8px;
    padding: 24px;
    border: 1px solid var(--_border);
    border-inline-start: 6px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
  }

  .result h2 {
    font-size: 1.25em;
    line-height: 1.25;
  }

  .result.paid {
    border-inline-start-color: var(--_success);
  }

  .result.unknown {
    border-inline-start-color: var(--_on-warning);
  }

  .reference {
    color: var(--_muted);
    font-size: 0.9375em;
    overflow-wrap: anywhere;
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

  @media (prefers-reduced-motion: reduce) {
    * {
      transition: none !important;
    }

    .spinner {
      animation-duration: 4s;
    }
  }

  @media (forced-colors: active) {
    button {
      border-color: ButtonText;
    }

    .spinner {
      forced-color-adjust: none;
    }
  }
`;
