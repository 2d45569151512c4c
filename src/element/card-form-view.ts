import { formatMoney } from '../contract/currency.js';
import type { PaymentError } from '../contract/errors.js';
import type { CheckedAction } from '../contract/next-action.js';
import type { Mode } from '../contract/protocol.js';
import type { FieldName } from '../contract/field-names.js';
import { markOf } from '../form/card-data-loader.js';
import type { AddressContext } from '../form/contact/fields.js';
import type { FieldDefinition } from '../form/fields.js';
import type { MessageKey } from '../i18n/messages.js';
import type { Attempt, Order } from '../payment/outcome.js';
import { hasEnded, type EndedState, type SessionState } from '../payment/session-state.js';
import type { Settings } from '../settings/settings.js';
import type { PaymentState } from './events.js';
import type { FormSnapshot } from './form-snapshot.js';
import type { Announcement } from './live-region.js';
import type { ShownNetworks } from './networks.js';
import {
  renderAnnouncement,
  renderBanner,
  renderBrand,
  renderCodeHint,
  renderIcon,
  renderPaid,
  renderWarning,
} from './parts.template.js';
import type { Text, TextValues } from './texts.js';
import {
  createField,
  renderAlert,
  renderChecking,
  type Content,
  type FieldsView,
  type FieldView,
  type FormView,
  type View,
} from './widget.template.js';

/** What the shopper can do, beside typing. */
export interface Actions {
  readonly clickPay: (event: MouseEvent) => void;
  readonly submit: (event: Event) => void;
  readonly fillTestCard: () => void;
  readonly toggleWarning: () => void;
  readonly retryAnyway: () => void;
  readonly goToBank: (attempt: Attempt, action: CheckedAction) => void;
}

/** Everything that a view of the card form depends on. */
export interface Snapshot {
  readonly state: PaymentState;
  readonly session: SessionState;
  /** Whether an outcome in doubt is followed. */
  readonly following: boolean;
  /** Whether the form may come back as it was. */
  readonly mayReturn: boolean;
  /** The order that the form shows: that of the attempt, if there is one. */
  readonly order: Order;
  readonly mode: Mode | undefined;
  readonly reportedMode: Mode | undefined;
  readonly settings: Settings | undefined;
  /** Why the settings are refused. */
  readonly settingError: PaymentError | undefined;
  /** In a frame, words of the page are not shown: it may set any. */
  readonly isFramed: boolean;
  /** Whether the reference of the attempt is that of the order, and no other word of the page. */
  readonly isReferenceConfirmed: boolean;
  readonly flags: Readonly<Record<'disabled' | 'withoutButton' | 'submitOnEnter' | 'testCard', boolean>>;
  readonly form: FormSnapshot;
  readonly address: AddressContext;
  /** The number of the form in the page. The number 1 is not shown. */
  readonly formNumber: number;
  readonly pageDirection: string | undefined;
  /** Creates the texts, with other values than those of the form. */
  readonly textWith: (values: Partial<TextValues>) => Text;
  readonly failure: PaymentError | undefined;
  /** A hint for the developer, shown beside the form. */
  readonly hint: HTMLElement | undefined;
  /** Whether the shopper reads the warning about paying again. */
  readonly isWarned: boolean;
  /** The seconds until the shopper may try again. */
  readonly secondsLeft: number;
  readonly announcement: Announcement | undefined;
  readonly contact: typeof import('./contact-fields.js') | undefined;
  readonly problems: typeof import('./problems.js') | undefined;
  readonly networks: typeof import('./networks.js') | undefined;
  readonly shownNetworks: ShownNetworks | undefined;
  readonly actions: Actions;
}

/** What is shown while the texts of problems are not loaded. */
const SHORT_TEXTS: Readonly<Partial<Record<PaymentState, MessageKey>>> = {
  pending: 'pending_title',
  failed: 'failed_try_again',
  unknown: 'unknown_text_open',
};

/** The same snapshot gives the same view. */
export function createView(snapshot: Snapshot): View {
  const { session, state, mode, mayReturn } = snapshot;
  const text = textOf(snapshot);
  const isChecking = session.name === 'checking';
  const isResult = hasEnded(session);
  return {
    pageDirection: snapshot.pageDirection,
    banner: mode === 'test' ? renderBanner(text) : undefined,
    testCard: createTestCard(snapshot, text),
    alert: createAlert(snapshot, text),
    panel: isChecking ? renderChecking(text('checking')) : isResult ? createResult(snapshot, session, text) : undefined,
    form: mayReturn || !(isResult || isChecking) ? createForm(snapshot, text) : undefined,
    announcement: state === 'busy' ? text('busy') : createAnnouncement(snapshot, false, text),
    urgentAnnouncement: createAnnouncement(snapshot, true, text),
  };
}

function createAnnouncement({ announcement }: Snapshot, isUrgent: boolean, text: Text): Content {
  return announcement?.isUrgent === isUrgent ? renderAnnouncement(announcement, text) : undefined;
}

/** Creates the view of the fields alone, which is rendered while the shopper is typing. */
export function createFields(snapshot: Snapshot, text = textOf(snapshot)): FieldsView {
  const { settings, form, contact, address, state } = snapshot;
  const { withoutButton, submitOnEnter } = snapshot.flags;
  const names = settings?.fields ?? form.inputs.map(([name]) => name); // a hidden form keeps its values
  const views = names.map((name) => viewField(snapshot, name, text));
  const fields = contact?.arrange(views, address) ?? views;
  return { fields, isBusy: state === 'busy', withoutButton, submitOnEnter };
}

function textOf({ session, order, problems, secondsLeft, form, textWith }: Snapshot): Text {
  const { time, card } = session as Pick<TextValues, 'time' | 'card'>;
  const wait = problems?.formatWait(secondsLeft, form.context.rules.locale);
  return textWith({ order, wait, time, card });
}

function createTestCard(
  { session, settingError, flags, reportedMode, contact, state, actions }: Snapshot,
  text: Text,
): Content {
  const isHidden = settingError ?? (hasEnded(session) || session.name === 'checking');
  if (!flags.testCard || reportedMode !== 'test' || isHidden) return undefined;
  return contact?.renderTestCard(text, flags.disabled || state === 'busy', actions.fillTestCard);
}

function createAlert(snapshot: Snapshot, text: Text): Content {
  const { problems, settingError, isFramed, session, state, hint, reportedMode } = snapshot;
  if (settingError) {
    const { code } = settingError;
    const isShown = !isFramed || reportedMode === 'test'; // the message quotes settings of the page
    const message = isShown ? settingError.message : '';
    return problems?.renderSetupError(text, { message, code }) ?? renderAlert(`${message} ${code}`);
  }
  const key = problems ? undefined : SHORT_TEXTS[state];
  if (key) return renderAlert(text(key));
  return hasEnded(session) ? undefined : hint;
}

function createResult(snapshot: Snapshot, ended: EndedState, text: Text): Content {
  const { problems, isReferenceConfirmed, following, isWarned, actions } = snapshot;
  const { attempt } = ended;
  const shown = isReferenceConfirmed ? ended : { ...ended, attempt: { ...attempt, reference: undefined } };
  if (shown.name === 'paid') return renderPaid(shown, text);
  const action = shown.name === 'pending' ? shown.action : undefined;
  if (!action) return problems?.renderDoubt(shown, following, { isWarned, ...actions }, text);
  const go = () => {
    actions.goToBank(attempt, action);
  };
  return problems?.renderAction(shown, go, text);
}

function createForm(snapshot: Snapshot, text: Text): FormView {
  const { order, mayReturn, settingError, form, problems, formNumber, flags, actions } = snapshot;
  const { amount, currency } = order;
  const { locale, exponents } = form.context.rules;
  const isWaiting = snapshot.secondsLeft > 0;
  const label = text('form');
  return {
    ...createFields(snapshot, text),
    label: formNumber === 1 ? label : `${label} ${formNumber}`,
    isHidden: settingError !== undefined || mayReturn,
    price: amount && currency ? formatMoney(amount, currency, locale, exponents) : undefined,
    payText: text(isWaiting ? 'pay_wait' : amount === undefined ? 'pay_open' : 'pay'),
    busyText: text('busy'),
    isWaiting,
    isDisabled: flags.disabled,
    controlErrors: problems?.renderControlErrors(problems.listControlErrors(form.controls, text)),
    summary: problems?.createSummary(snapshot, text),
    onSubmit: actions.submit,
    onPayClick: actions.clickPay,
  };
}

function viewField(snapshot: Snapshot, name: FieldName, text: Text): FieldView {
  const { problems, contact, form } = snapshot;
  const { brand } = form;
  const given = form.context.definitionOf(name);
  const { affix, type } = given;
  const isOptionalCode = affix === 'code' && brand?.isCvcOptional;
  const definition: FieldDefinition = isOptionalCode ? { ...given, isOptional: 'labelled' } : given;
  const problem = form.problems[name];
  const error = problem && text(problem);
  const warning = problem || name !== 'card-number' ? undefined : form.warning;
  return createField(name, definition, text, {
    error: error && (problems?.renderError(error) ?? renderAlert(error)),
    warning: warning && renderWarning(text(warning)),
    below: affix === 'brand' ? createNetworks(snapshot, text) : undefined,
    renderControl: type === 'select' ? contact?.renderSelect : undefined,
    affix: createAffix(snapshot, affix, text),
  });
}

function createNetworks({ networks, shownNetworks, state }: Snapshot, text: Text): Content {
  return shownNetworks?.options.length ? networks?.renderChoice(shownNetworks, state === 'busy', text) : undefined;
}

function createAffix(snapshot: Snapshot, affix: FieldDefinition['affix'], text: Text): Content {
  const { form, networks, shownNetworks, order, contact } = snapshot;
  const { brand } = form;
  switch (affix) {
    case 'brand': {
      const marks = brand ? undefined : shownNetworks?.marks;
      return (marks && networks?.renderMarks(marks, text)) ?? renderBrand(brand?.name, markOf(brand));
    }
    case 'code': {
      const isOnFront = brand?.cvcLength === 4;
      return renderCodeHint(isOnFront, text(isOnFront ? 'hint_card_cvc_4' : 'hint_card_cvc'));
    }
    case 'currency':
      return order.currency;
    case 'list':
      return contact && renderIcon(contact.LIST_ICON);
    case undefined:
      return undefined;
  }
}
