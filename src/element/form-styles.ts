import { css } from 'lit';

/** The styles that the first view of the form does not need. */
export const formStyles = css`
  /* Korean and Japanese break between words. In Firefox, only the host has the language of the page. */
  :is(:host(:lang(ko)), :lang(ko)) {
    word-break: keep-all;
  }

  :is(:host(:lang(ja)), :lang(ja)) {
    word-break: auto-phrase;
  }

  /* Nastaliq is tall. */
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
    background-color: color-mix(in srgb, var(--_accent), white 8%);
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
    stroke-linejoin: round;
    forced-color-adjust: none;
  }

  /* No card can be changed while it is being charged. Opacity would lower the contrast of the text. */
  [aria-busy] :is(input, select) {
    background: color-mix(in srgb, var(--_border) 12%, var(--_surface));
    color: var(--_muted);

    &::placeholder {
      color: transparent; /* it would look like a value */
    }
  }

  @media (prefers-contrast: more) {
    .widget {
      --_border: var(--_text);
      --_muted: var(--_text);
    }
  }

  @media print {
    button,
    .spinner {
      display: none;
    }

    /* No card is printed, whatever the page's styles say. */
    fieldset {
      display: none !important;
    }
  }

  @media (forced-colors: active) {
    .pay {
      border-color: ButtonText;
      color: ButtonText;
    }

    .spinner {
      forced-color-adjust: none;
      color: ButtonText;
    }
  }
`;
