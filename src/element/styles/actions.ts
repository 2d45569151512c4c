import { css } from 'lit';

/** The pay button, and what surrounds the form. */
export const actions = css`
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
    text-wrap: balance;
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

  :has(+ .busy) {
    opacity: 0;
  }

  /* Shows the spinner alone where the text does not fit beside it: the next line is clipped. */
  .busy {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 1.6em 10px;
    block-size: 1em;
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
`;
