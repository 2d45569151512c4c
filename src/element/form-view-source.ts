import type { FormController } from '../form/form-controller.js';
import type { PaymentSession } from '../payment/payment-session.js';
import { hasEnded } from '../payment/session-state.js';
import { adoptStyles } from './adopt-styles.js';
import type { CardFormState } from './card-form-state.js';
import { createFields, createView, type Actions, type Snapshot } from './card-form-view.js';
import type { CheckedSettings } from './checked-settings.js';
import type { FormContextSource } from './form-context-source.js';
import type { FormParts } from './form-parts.js';
import { formStyles } from './form-styles.js';
import type { HostListeners } from './host-listeners.js';
import { messageStyles } from './message-styles.js';
import type { OutcomeReactions } from './outcome-reactions.js';
import { styles } from './styles.js';
import type { Widget } from './widget-properties.js';
import type { FieldsView, View } from './widget.template.js';

/** The form that is shown. */
interface ViewedForm {
  readonly widget: Widget;
  readonly settings: CheckedSettings;
  readonly parts: FormParts;
  readonly session: PaymentSession;
  readonly form: FormController;
}

/** What its view shows beside it. */
interface Sources {
  readonly source: FormContextSource;
  readonly state: CardFormState;
  readonly reactions: OutcomeReactions;
  readonly listeners: HostListeners;
  readonly actions: Actions;
}

/** The view of a card form, created from a snapshot of its parts. */
export class FormViewSource {
  readonly #form: ViewedForm;
  readonly #sources: Sources;

  constructor(form: ViewedForm, sources: Sources) {
    this.#form = form;
    this.#sources = sources;
  }

  createView(): View {
    const snapshot = this.#read();
    adoptAll(this.#form.widget, snapshot);
    return createView(snapshot);
  }

  createFields(): FieldsView {
    return createFields(this.#read());
  }

  #read(): Snapshot {
    const { widget, settings, parts, session, form } = this.#form;
    const { source, state, reactions, listeners, actions } = this.#sources;
    return {
      state: state.value,
      session: session.state,
      following: session.following,
      mayReturn: session.mayReturn,
      order: session.attempt ?? source.order(form),
      mode: settings.proxy.mode,
      reportedMode: settings.proxy.reportedMode,
      settings,
      flags: widget,
      form,
      address: source.address(form.country),
      formNumber: widget.messages?.form ? 1 : listeners.number,
      pageDirection: source.pageDirection,
      textWith: (values) => source.text(form, values),
      failure: state.failure,
      hint: reactions.hints.hint,
      isWarned: reactions.isWarned,
      secondsLeft: reactions.countdown.seconds,
      announcement: (text, urgent) => reactions.liveRegion.read(text, urgent),
      extra: parts.extra.current,
      problems: parts.problems.current,
      networks: source.networks,
      actions,
    };
  }
}

/** Adopts the style sheets that a view needs. */
function adoptAll(widget: Widget, { mode, session, form, extra, problems }: Snapshot): void {
  const { renderRoot, shadowRoot } = widget;
  const hasMessage = mode === 'test' || problems || form.shown.warning || hasEnded(session);
  const sheets = [formStyles, extra?.extraStyles, problems?.problemStyles, hasMessage ? messageStyles : undefined];
  // A browser removes all styles of an element that is moved to another document.
  if (shadowRoot?.adoptedStyleSheets.length === 0) adoptStyles(shadowRoot, styles);
  for (const sheet of sheets) if (sheet) adoptStyles(renderRoot, sheet);
}
