import { html, nothing, type TemplateResult } from 'lit';
import { resultKey, titleKey } from '../../i18n/messages.js';
import type { Order } from '../../payment/outcome.js';
import type { CardEnding } from '../../payment/session-state.js';
import type { PaymentState } from '../events.js';
import { own } from '../own-content.js';
import { renderIcon } from './icons.js';
import type { Actions } from './create-view.js';
import type { Text } from './texts.js';
import type { WidgetModel } from './widget-model.js';

/** States with a result. */
export function hasResult(state: PaymentState): state is 'paid' | 'pending' | 'unknown' {
  return state === 'paid' || state === 'pending' || state === 'unknown';
}

/** Replaces the form when an attempt has ended. Receives focus, so that screen readers read title and text. */
export function renderResult(
  { session, isWarned }: WidgetModel,
  state: 'paid' | 'pending' | 'unknown',
  order: Order,
  text: Text,
  actions: Actions,
): TemplateResult {
  const { following, state: ended } = session;
  const isFollowed = state === 'unknown' && following;
  return html`
    <section
      class="result ${state}"
      part="result"
      tabindex="-1"
      aria-labelledby="result-title"
      aria-describedby="result-text"
    >
      ${own(isFollowed ? html`<span class="spinner" part="spinner"></span>` : renderIcon(state))}
      <h2 id="result-title" part="result-title">${own(text(titleKey(state, following)))}</h2>
      <div id="result-text" part="result-text">
        <p>${own(text(resultKey(state, { isFollowing: following, amount: order.amount })))}</p>
        ${own(ended.name === 'paid' && ended.card ? renderCard(ended.card, text) : nothing)}
        ${own(order.reference ? html`<p class="reference" part="reference">${own(text('reference'))}</p>` : nothing)}
      </div>
      <p class="reference" part="time">${own(text('time'))}</p>
      ${own(isFollowed ? nothing : renderPrint(text))}
      ${own(state === 'unknown' && !isFollowed ? renderRetry(isWarned, text, actions) : nothing)}
    </section>
  `;
}

function renderPrint(text: Text): TemplateResult {
  return html`<button class="print" type="button" part="print-button" @click=${printPage}>
    ${own(text('print'))}
  </button>`;
}

/** Screen readers read a sentence instead of the dots. */
function renderCard({ brand, lastDigits }: CardEnding, text: Text): TemplateResult {
  return html`<p class="reference">
    <bdo dir="ltr" aria-hidden="true">${own(`${brand ?? ''} •••• ${lastDigits}`)}</bdo>
    <span class="visually-hidden">${own(text('card_ending'))}</span>
  </p>`;
}

/** Paying again needs a second click, after a warning. */
function renderRetry(isWarned: boolean, text: Text, actions: Actions): TemplateResult {
  if (!isWarned) {
    return html`<button class="go-on" type="button" part="go-on-button" @click=${actions.toggleWarning}>
      ${own(text('unknown_go_on'))}
    </button>`;
  }
  return html`
    <div class="panel caution" part="caution" role="group" tabindex="-1" aria-labelledby="caution">
      ${renderIcon('error')}
      <p id="caution">${own(text('unknown_warning'))}</p>
    </div>
    <button class="back" type="button" part="back-button" @click=${actions.toggleWarning}>
      ${own(text('unknown_back'))}
    </button>
    <button class="go-on" type="button" part="go-on-button" @click=${actions.retryAnyway}>
      ${own(text('unknown_confirm'))}
    </button>
  `;
}

function printPage(): void {
  print();
}
