import { html, type TemplateResult } from 'lit';

const CARD = 'M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z';

/** Stroked SVG paths in a 24-unit square. */
const ICONS = {
  card: `${CARD}M3 10h18M6.5 15h4`,
  'code-on-back': `${CARD}M3 9h18M13 13h5.5v3H13z`,
  'code-on-front': `${CARD}M6.5 15.5h5M13 8.5h5.5v3H13z`,
  list: 'M6 9.5l6 6 6-6',
  error: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 7.5V13M12 16.4v.1',
  paid: 'M6 12.5l4 4L18 8.5',
  pending: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17M12 7.5V12l3 2',
  unknown: 'M9.3 9.4a2.7 2.7 0 1 1 4 2.3c-.9.5-1.3 1-1.3 2.1M12 17v.1',
};

/** A decorative icon in the current text colour. */
export function renderIcon(name: keyof typeof ICONS): TemplateResult {
  return html`<svg class="icon" part="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]} /></svg>`;
}
