import { keyed } from 'lit/directives/keyed.js';
import { nothing, svg, type TemplateResult } from 'lit/html.js';
import type { BrandMark } from '../form/brand-marks.js';
import type { MessageKey } from '../i18n/messages.js';
import type { Order } from '../payment/outcome.js';
import type { CardEnding, EndedState } from '../payment/session-state.js';
import { html } from './html.js';
import type { Announcement } from './live-region.js';
import type { Content } from './widget.template.js';
import type { Text } from './texts.js';

const CARD = 'M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z';
export const CARD_ICON = `${CARD}M3 10h18M6.5 15h4`;

/** @param path - strokes in a 24-unit square */
export function renderIcon(path: string): TemplateResult {
  return renderImage('icon', 24, [[path]]);
}

export function renderMark({ plate, shapes = [], letters }: BrandMark): TemplateResult {
  const paths = shapes.map(([fill, path]): Path => [path, fill]);
  if (letters) paths.push([letters[2], 'none', letters[0], letters[1]]);
  return renderImage('mark', 36, paths, plate);
}

type Path = readonly [path: string, fill?: string, stroke?: string, strokeWidth?: number];

/** Icons and marks share a template: preparing another one takes milliseconds while the shopper is typing. */
function renderImage(name: 'icon' | 'mark', width: number, paths: readonly Path[], plate = 'none'): TemplateResult {
  const rendered = paths.map(
    ([path, fill = nothing, stroke = nothing, strokeWidth = nothing]) =>
      svg`<path d=${path} fill=${fill} stroke=${stroke} stroke-width=${strokeWidth} />`,
  );
  return html`<svg class=${name} part=${name} viewBox="0 0 ${width} 24" aria-hidden="true">
    <rect width="36" height="24" rx="4" fill=${plate} stroke="none" />
    ${rendered}
  </svg>`;
}

/** Renders a card while the brand is unknown, and the name of a brand without a mark, whose `mark` is `null`. */
export function renderBrand(name: string | undefined, mark: BrandMark | null | undefined): TemplateResult {
  if (name && mark === null) return html`<span class="brand">${name}</span>`;
  return renderWithText(mark ? renderMark(mark) : renderIcon(CARD_ICON), name);
}

export function renderCodeHint(isOnFront: boolean, hint: string): TemplateResult {
  return renderWithText(
    renderIcon(CARD + (isOnFront ? 'M6.5 15.5h5M13 8.5h5.5v3H13z' : 'M3 9h18M13 13h5.5v3H13z')),
    hint,
  );
}

function renderWithText(image: TemplateResult, text: string | undefined): TemplateResult {
  return html`${image}<span class="visually-hidden">${text}</span>`;
}

export function renderWarning(warning: string): TemplateResult {
  return html`<p class="warning" part="warning">${warning}</p>`;
}

export function renderBanner(text: Text): TemplateResult {
  return html`<p class="banner" part="banner">${text('banner')}</p>`;
}

/** Live regions announce additions, so that each announcement is a new element. */
export function renderAnnouncement(announcement: Announcement, text: Text): TemplateResult {
  return html`${keyed(announcement, html`<p>${announcement.messages.map(text).join(' ')}</p>`)}`;
}

export interface ResultView {
  readonly name: EndedState['name'];
  readonly sign: TemplateResult;
  readonly title: MessageKey;
  readonly message: MessageKey;
  readonly reference: string | undefined;
  readonly details?: Content;
  readonly below: TemplateResult;
}

/** The result receives focus, so that screen readers read its title and text. */
export function renderResult(view: ResultView, text: Text): TemplateResult {
  const { name, sign, title, message, reference, details, below } = view;
  return html`
    <section
      class="result ${name}"
      part="result"
      tabindex="-1"
      aria-labelledby="result-title"
      aria-describedby="result-text"
    >
      ${sign}
      <h2 id="result-title" part="result-title">${text(title)}</h2>
      <div id="result-text" part="result-text">
        <p>${text(message)}</p>
        ${details} ${reference ? html`<p class="reference" part="reference">${text('reference')}</p>` : nothing}
      </div>
      ${below}
    </section>
  `;
}

export function paidMessages({ amount }: Order): [title: MessageKey, text: MessageKey] {
  return ['paid_title', amount === undefined ? 'paid_text_open' : 'paid_text'];
}

export function renderPaid(
  { attempt, card }: Extract<EndedState, { name: 'paid' | 'pending' }>,
  text: Text,
): TemplateResult {
  const [title, message] = paidMessages(attempt);
  return renderResult(
    {
      name: 'paid',
      sign: renderIcon('M6 12.5l4 4L18 8.5'),
      title,
      message,
      reference: attempt.reference,
      details: card && renderCard(card, text),
      below: html`${renderTime(text)}${renderPrint(text)}`,
    },
    text,
  );
}

export function renderTime(text: Text): TemplateResult {
  return html`<p class="reference" part="time">${text('time')}</p>`;
}

export function renderPrint(text: Text): TemplateResult {
  return html`<button class="print" type="button" part="print-button" @click=${printPage}>${text('print')}</button>`;
}

/** Screen readers read a sentence instead of the dots. */
function renderCard({ brand, lastDigits }: CardEnding, text: Text): TemplateResult {
  return html`<p class="reference">
    <bdo dir="ltr" aria-hidden="true">
      ${brand} <span class="ending">•••• <span>${lastDigits}</span></span>
    </bdo>
    <span class="visually-hidden">${text('card_ending')}</span>
  </p>`;
}

function printPage(): void {
  print();
}
