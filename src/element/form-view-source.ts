import type { CSSResult } from 'lit';
import { hasEnded } from '../payment/session-state.js';
import { adoptStyles } from './adopt-styles.js';
import type { CardFormState } from './card-form-state.js';
import { createFields, createView, type Actions, type Snapshot } from './card-form-view.js';
import type { FormContextSource } from './form-context-source.js';
import type { CardFormCore } from './form.js';
import formStyles from './card-form.css?inline';
import { listInvalidControls, readForm } from './form-snapshot.js';
import type { HostListeners } from './host-listeners.js';
import messageStyles from './messages.css?inline';
import type { OutcomeReactions } from './outcome-reactions.js';
import type { Widget } from './widget-properties.js';
import type { FieldsView, View } from './widget.template.js';

/** What the view shows beside the form. */
interface Sources {
  readonly source: FormContextSource;
  readonly state: CardFormState;
  readonly reactions: OutcomeReactions;
  readonly listeners: HostListeners;
  readonly actions: Actions;
}

/** The view of a card form, created from a snapshot of its parts, and what it says about controls of the page. */
export class FormViewSource {
  readonly #form: CardFormCore;
  readonly #sources: Sources;

  constructor(form: CardFormCore, sources: Sources) {
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

  /** Describes the controls of the page after a render: the page may observe them. */
  describeControls(): void {
    const { parts, form } = this.#form;
    const problems = parts.problems.current;
    if (!problems || !form.controls) return;
    form.controls.describe(problems.listControlErrors(listInvalidControls(form), this.#sources.source.text(form)));
  }

  #read(): Snapshot {
    const { widget, settings, parts, session, form } = this.#form;
    const { source, state, reactions, listeners, actions } = this.#sources;
    const { disabled, withoutButton, submitOnEnter, testCard } = widget;
    return {
      state: state.value,
      session: session.state,
      following: session.following,
      mayReturn: session.mayReturn,
      order: session.attempt ?? source.order(form),
      mode: settings.proxy.mode,
      reportedMode: settings.proxy.reportedMode,
      settings: settings.current,
      settingError: settings.error,
      isFramed: settings.orderGuard !== undefined,
      isReferenceConfirmed: settings.orderGuard?.isConfirmed(session.attempt?.reference) ?? true,
      flags: { disabled, withoutButton, submitOnEnter, testCard },
      form: readForm(form),
      address: source.address(form.country),
      formNumber: widget.messages?.form ? 1 : listeners.number,
      pageDirection: source.pageDirection,
      textWith: (values) => source.text(form, values),
      failure: state.failure,
      hint: reactions.hints.hint,
      isWarned: reactions.isWarned,
      secondsLeft: reactions.countdown.seconds,
      announcement: reactions.liveRegion.current,
      contact: parts.contact.current,
      problems: parts.problems.current,
      networks: parts.networks.current,
      shownNetworks: source.networks?.shown,
      actions,
    };
  }
}

/** Adopts the style sheets that a view needs. */
function adoptAll(widget: Widget, { mode, session, form, contact, problems, networks }: Snapshot): void {
  const { renderRoot, shadowRoot } = widget;
  const hasMessage = mode === 'test' || problems || form.warning || hasEnded(session);
  const sheets = [formStyles, contact?.contactStyles, networks?.networkStyles, problems?.problemStyles];
  if (hasMessage) sheets.push(messageStyles);
  // A browser removes all styles of an element that is moved to another document.
  if (shadowRoot?.adoptedStyleSheets.length === 0) {
    const { elementStyles } = widget.constructor as typeof Widget;
    for (const { cssText } of elementStyles as CSSResult[]) if (cssText) adoptStyles(shadowRoot, cssText);
  }
  for (const sheet of sheets) if (sheet) adoptStyles(renderRoot, sheet);
}
