import { css } from 'lit';

/** Banner, summary and outcome. */
const lateStyles = css`
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
    display: flex;
    flex-wrap: wrap;
    column-gap: 20px;
    margin: 0 0 -8px;
    padding: 0;
    list-style: none;
  }

  .summary a {
    display: flex;
    align-items: center;
    min-inline-size: 44px;
    min-block-size: 44px;
    color: inherit;
    text-underline-offset: 3px;
  }

  /* Below the slot, as close as an error is to its input. */
  .control-errors {
    margin-block-start: calc(-1 * var(--_gap));
  }

  /* A button that waits. */
  form:not([aria-busy]) .pay[aria-disabled='true'] {
    border-color: var(--_border);
    background: color-mix(in srgb, var(--_muted) 12%, var(--_surface));
    color: var(--_muted);
    cursor: not-allowed;
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

  /* As large as the icon that follows it. */
  .result .spinner {
    inline-size: 40px;
    block-size: 40px;
    margin: 8px;
    border-width: 3px;
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

  @media (forced-colors: active) {
    .result {
      border-color: CanvasText;
    }

    .result .icon {
      border: 1px solid;
    }

    form:not([aria-busy]) .pay[aria-disabled='true'] {
      border-color: GrayText;
      color: GrayText;
    }
  }
`;

/** Adds the styles that the first view does not need, after its own. */
export function adoptLateStyles({ adoptedStyleSheets }: ShadowRoot): void {
  const sheet = lateStyles.styleSheet as CSSStyleSheet;
  if (!adoptedStyleSheets.includes(sheet)) adoptedStyleSheets.push(sheet);
}
