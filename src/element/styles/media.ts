import { css } from 'lit';

/** Animations, and styles for preferences, print and forced colours. */
export const media = css`
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

  /* iOS zooms into the page when an input with smaller text receives focus. */
  @media (pointer: coarse) {
    input,
    select {
      font-size: max(16px, 1em);
    }

    #cc-number {
      font-size: max(16px, min(1em, 5.5cqi));
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

    /* No card on paper, whatever the page's styles say. */
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
