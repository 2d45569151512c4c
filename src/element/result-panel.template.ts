import { html, nothing, type TemplateResult } from 'lit';
import { drawIcon } from './icons.js';
import type { PaymentState } from './events.js';
import { resultKey, type MessageKey, type ResultFacts } from '../i18n/messages.js';

/** All that can be seen of a result at one moment. */
export interface ResultView extends ResultFacts {
  readonly state: PaymentState;
  readonly reference: string | undefined;
  /** A text by its key, with amount and reference filled in. */
  readonly text: (key: MessageKey) => string;
  /** Whether what speaks against paying again is shown. */
  readonly isWarned: boolean;
  /** Whether there is a time to tell of the payment. */
  readonly hasTime: boolean;
  readonly onWarn: () => void;
  readonly onGoOn: () => void;
}

/** In place of the form. It gets the focus, which reads its title and what describes it. */
export function renderResult(view: ResultView): TemplateResult {
  const state = view.state as 'paid' | 'pending' | 'unknown';
  const isFollowed = state === 'unknown' && view.isFollowing;
  return html`
    <section
      class="result ${state}"
      part="result"
      tabindex="-1"
      aria-labelledby="result-title"
      aria-describedby="result-text"
    >
      ${drawIcon(state)}
      <h2 id="result-title" part="result-title">${view.text(`${state}_title`)}</h2>
      <div id="result-text" part="result-text">
        <p>${view.text(resultKey(state, view))}</p>
        ${view.reference ? html`<p class="reference" part="reference">${view.text('reference')}</p>` : nothing}
      </div>
      ${view.hasTime ? html`<p class="reference" part="time">${view.text('time')}</p>` : nothing}
      ${isFollowed ? html`<span class="spinner" part="spinner"></span>` : nothing}
      <button class="print" type="button" part="print-button" @click=${printPage}>${view.text('print')}</button>
      ${state === 'unknown' && !isFollowed ? renderGoOn(view) : nothing}
    </section>
  `;
}

/** The way on for somebody who will not wait: not before it was said what speaks against it. */
function renderGoOn(view: ResultView): TemplateResult {
  if (!view.isWarned) {
    return html`<button class="go-on" type="button" part="go-on-button" @click=${view.onWarn}>
      ${view.text('unknown_go_on')}
    </button>`;
  }
  return html`
    <div class="panel caution" part="caution" role="group" tabindex="-1" aria-labelledby="caution">
      ${drawIcon('error')}
      <p id="caution">${view.text('unknown_warning')}</p>
    </div>
    <button class="back" type="button" part="back-button" @click=${view.onWarn}>${view.text('unknown_back')}</button>
    <button class="go-on" type="button" part="go-on-button" @click=${view.onGoOn}>
      ${view.text('unknown_confirm')}
    </button>
  `;
}

function printPage(): void {
  print();
}
