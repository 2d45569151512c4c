import { css } from 'lit';

/** Defaults of the public custom properties, and base styles. */
export const theme = css`
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
    color: var(--payment-widget-text, inherit); /* the page may be dark without color-scheme */
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

  /* Long words wrap. */
  .widget {
    overflow-wrap: anywhere;
  }
`;
