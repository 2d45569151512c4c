import { css } from 'lit';

export const messageStyles = css`
  .widget {
    --_panel: var(--payment-widget-panel, var(--_surface));
    --_error: var(--payment-widget-error, light-dark(#b42318, #ff9b90));
    --_on-error: var(--payment-widget-on-error, light-dark(#fef3f2, #2a1413));
    --_success: var(--payment-widget-success, light-dark(#067647, #5ddba3));
    --_on-success: var(--payment-widget-on-success, light-dark(#ffffff, #06241a));
    --_warning: var(--payment-widget-warning, light-dark(#fff4d6, #3a2c05));
    --_on-warning: var(--payment-widget-on-warning, light-dark(#5c3d00, #ffdf8f));
  }

  button {
    background: none;
    color: inherit;
  }

  /* The test-card button is beside the banner where there is room. */
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

  .result,
  #result-text {
    display: grid;
    justify-items: center;
    gap: 10px;
  }

  .result {
    scroll-margin-block: 16px;
    padding: 32px min(16px, 4vi);
    border-radius: var(--_radius);
    background: var(--_panel);
    color: var(--_text);
    text-align: center;
    text-wrap: balance;
  }

  /* A ring around a panel would look like an input, so its sign has it. */
  .result:focus-visible,
  .panel:focus-visible {
    outline: none;
  }

  :focus-visible > :is(.icon, .spinner) {
    outline: var(--_focus-width) solid var(--_focus);
    outline-offset: 3px;
    border-radius: 50%;
  }

  .result > .icon {
    inline-size: 56px;
    block-size: 56px;
    padding: 10px;
    border: 1px solid color-mix(in srgb, currentcolor 35%, transparent);
    border-radius: 50%;
    background: var(--_warning);
    color: var(--_on-warning);
  }

  .paid > .icon {
    background: var(--_success);
    color: var(--_on-success);
  }

  .warning {
    padding-block-start: 6px;
    font-size: var(--_note-size);
  }

  .result h2 {
    margin: 0;
    font-size: min(1.25em, max(20px, 8vi)); /* a long word fits on a small screen */
    line-height: 1.3;
  }

  :is(:host(:lang(ur)), :lang(ur)) h2 {
    line-height: inherit;
  }

  .result .reference {
    color: var(--_muted);
    font-size: 0.9375em;
  }

  .ending {
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }

  /* Digits of any width take the same room: in isolated mode, the page sees the height. */
  .ending > span {
    display: inline-block;
    inline-size: 4ch;
  }

  .result button:where(:not(.pay)) {
    inline-size: auto;
    min-block-size: 44px;
    padding-inline: 8px;
    color: var(--_muted);
    font-size: 0.9375em;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
`;
