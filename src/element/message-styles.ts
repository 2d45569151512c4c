import { css } from 'lit';

/** What the first view does not need, without problems. */
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

  /* Korean and Japanese break between words. On the host: in Firefox, the language of the page does not reach into the shadow tree. */
  :is(:host(:lang(ko)), :lang(ko)) {
    word-break: keep-all;
  }

  :is(:host(:lang(ja)), :lang(ja)) {
    word-break: auto-phrase;
  }

  /* Room for Nastaliq. */
  :is(:host(:lang(ur)), :lang(ur)) {
    --_line-height: var(--payment-widget-line-height, 1.8);
  }

  /* The animation event reports a fill by the browser that dispatches no other event. */
  input:autofill {
    animation: filled 1ms;
  }

  @keyframes filled {
    from {
      opacity: 1;
    }
  }

  input:hover:enabled:not([aria-invalid='true']),
  select:hover:enabled:not([aria-invalid='true']) {
    border-color: var(--_text);
  }

  .pay:hover:enabled {
    filter: brightness(1.08);
  }

  .control:has(.affix) > :first-child {
    padding-inline-end: calc(var(--_input-padding) + 34px);
  }

  .affix {
    position: absolute;
    inset-block: 0;
    inset-inline-end: var(--_input-padding);
    display: flex;
    align-items: center;
    color: var(--_muted);
    font-size: 0.8125em;
    font-weight: 600;
    pointer-events: none;
  }

  /* Up to 280 px there is no room for the mark beside a whole card number. A container query would cost a layout per key. */
  .control:has(.affix) > #cc-number {
    padding-inline-end: calc(var(--_input-padding) + clamp(0px, (100% - 280px) * 999, 34px));
  }

  #cc-number-affix {
    max-inline-size: max(0px, (100% - 280px) * 999);
    overflow: hidden;
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
    forced-color-adjust: auto; /* else browsers keep the colours of an image */
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

  /* The banner, and the test-card button beside it where there is room. */
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

  button {
    gap: 10px;
    background: none;
    color: inherit;
    text-wrap: balance;
  }

  .warning {
    padding-block-start: 6px;
    font-size: var(--_note-size);
  }

  .result h2 {
    margin: 0;
    font-size: min(1.25em, max(20px, 8vi)); /* a long word fits on a small screen */
    line-height: 1.3;
    text-wrap: balance;
  }

  :is(:host(:lang(ur)), :lang(ur)) h2 {
    line-height: inherit;
  }

  .result .reference {
    color: var(--_muted);
    font-size: 0.9375em;
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

  /* No card can be changed while it is being charged. Without opacity, so that text keeps its contrast. */
  [aria-busy] :is(input, select) {
    background: color-mix(in srgb, var(--_border) 12%, var(--_surface));
    color: var(--_muted);
  }
`;
