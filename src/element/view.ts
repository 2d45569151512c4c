import type { PaymentError } from '../contract/errors.js';
import type { FieldName } from '../contract/field-names.js';
import { listErrors, type ErrorEntry } from '../form/error-summary.js';
import type { FormController } from '../form/form-controller.js';
import { failureKey } from '../i18n/messages.js';
import type { Order } from '../payment/outcome.js';
import type { PaymentState } from './events.js';
import type { LiveRegion } from './behaviour/live-region.js';
import type { Text } from './behaviour/texts.js';
import type { WidgetModel } from './behaviour/widget-model.js';

/** Everything that is shown. */
export interface View {
  readonly state: PaymentState;
  /** Whether an earlier payment is being checked, before the form is shown. */
  readonly isChecking: boolean;
  /** Whether the form is kept behind the result, with what was typed. */
  readonly keepsForm: boolean;
  /** Whether the proxy is being asked for the outcome. */
  readonly following: boolean;
  /** Whether the warning about paying again is shown. */
  readonly isWarned: boolean;
  /** Whether the button waits for the rate limit. */
  readonly isWaiting: boolean;
  /** Whether this is the first render: live regions are rendered empty, because only changes are announced. */
  readonly isFirst: boolean;
  readonly banner: boolean;
  readonly testCard: boolean;
  readonly disabled: boolean;
  readonly withoutButton: boolean;
  /** The page's direction, if the texts are English for lack of a translation; slots keep it. */
  readonly pageDirection: string | undefined;
  /** Blocking configuration error. */
  readonly error: PaymentError | undefined;
  /** Why the last payment failed. */
  readonly failureText: string | undefined;
  readonly order: Order;
  readonly payText: string;
  readonly fields: readonly FieldName[];
  /** Errors for the summary above the button. */
  readonly errors: readonly ErrorEntry[];
  readonly form: FormController;
  readonly liveRegion: LiveRegion;
  readonly text: Text;
  readonly on: {
    readonly click: (event: MouseEvent) => void;
    readonly submit: (event: Event) => void;
    readonly testCard: () => void;
    readonly toggleWarning: () => void;
    readonly retryAnyway: () => void;
  };
}

export function createView(model: WidgetModel, on: View['on']): View {
  const { widget, session, settings, form, countdown } = model;
  const order = session.attempt ?? model.order;
  const wait = countdown.seconds;
  const text = model.text({ order, wait, time: 'time' in session.state ? session.state.time : undefined });
  const offer = order.amount === undefined ? 'pay_open' : 'pay';
  return {
    state: model.state,
    isChecking: session.state.name === 'checking',
    keepsForm: session.mayReturn,
    following: session.following,
    isWarned: model.isWarned,
    isWaiting: wait > 0,
    isFirst: !widget.hasUpdated,
    banner: settings.mode.banner,
    testCard: widget.testCard && model.proxy.reportedMode === 'test',
    disabled: widget.disabled,
    withoutButton: widget.withoutButton,
    pageDirection: model.isUntranslated ? getComputedStyle(widget).direction || 'ltr' : undefined,
    error: settings.error,
    failureText: createFailureText(model),
    order,
    payText: text(wait > 0 ? 'pay_wait' : offer),
    fields: settings.current?.fields ?? [],
    errors: listErrors(form, text),
    form,
    liveRegion: model.liveRegion,
    text,
    on,
  };
}

/** A new price is reported until the page or the shopper sets another one. */
function createFailureText(model: WidgetModel): string | undefined {
  const { failure, form } = model;
  if (!failure) return undefined;
  const { amount, currency, fields } = model.settings.current ?? {};
  const price = failure.code === 'amount_changed' ? (failure.cause as Partial<Order>) : undefined;
  const isOutdated = price && (price.amount !== amount || price.currency !== currency);
  if (isOutdated || (price && fields?.includes('amount') && !form.hasOfferedAmount)) return undefined;
  return model.text({ order: { ...model.order, ...price } })(failureKey(failure));
}
