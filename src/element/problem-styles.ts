import { css } from 'lit';

export const problemStyles = css`
  /* The icon repeats what the colour says. The focus has a ring of its own. */
  [aria-invalid='true']:not(:focus-visible) {
    border-color: var(--_error);
    box-shadow: inset 0 0 0 1px var(--_error);
  }

  .error .icon {
    inline-size: 1.4em;
    block-size: 1.4em;
  }

  .panel {
    display: flex;
    flex-wrap: wrap;
    gap: 10px;
    margin-block-end: var(--_gap);
    padding: 12px 14px;
    border: var(--_border-width) solid var(--_error);
    border-radius: var(--_radius);
    background: var(--_on-error);
    color: var(--_text);
    font-size: 0.9375em;
  }

  .panel .icon,
  .summary p {
    color: var(--_error);
  }

  /* Large text on a small screen wraps below the icon. */
  .panel > :last-child {
    flex: 1 1 9em;
    min-inline-size: 0;
  }

  .summary p {
    font-weight: 600;
  }

  .summary ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(9em, 1fr));
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

  .control-errors {
    margin-block-start: calc(-1 * var(--_gap));
  }

  form:not([aria-busy]) .pay[aria-disabled='true'] {
    border-color: var(--_border);
    background: color-mix(in srgb, var(--_muted) 12%, var(--_surface));
    color: var(--_muted);
    cursor: not-allowed;
  }

  /* The spinner is as large as the icon that follows it. */
  .result .spinner {
    inline-size: 40px;
    block-size: 40px;
    margin: 8px;
    border-width: 3px;
  }

  /* Arabic mirrors the question mark. */
  :is(:host(:lang(ar)), :host(:lang(fa)), :lang(ar), :lang(fa)) .unknown > .icon {
    scale: -1 1;
  }

  .result .back {
    padding-inline: 20px;
    border-color: var(--_border);
    text-decoration: none;
  }

  .caution {
    margin: 0;
    text-align: start;
  }

  @media (forced-colors: active) {
    form:not([aria-busy]) .pay[aria-disabled='true'] {
      border-color: GrayText;
      color: GrayText;
    }

    [aria-invalid='true'] {
      border-style: double;
      border-width: 4px;
    }
  }
`;
