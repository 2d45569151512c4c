import { setupHints } from '../../element/form-hints.js';
import type { Widget } from '../../element/widget-properties.js';
import type { Finding } from '../../hints/hints.js';
import type { FrameKeeper } from './frame-keeper.js';
import type { FramePayment } from './frame-payment.js';

interface DiagnosedForm {
  readonly widget: Widget;
  readonly keeper: FrameKeeper;
  readonly payment: FramePayment;
}

/** Finds what is suspicious about the page of a form in a frame. */
export async function diagnoseFrame({ widget, keeper, payment }: DiagnosedForm, isLogged: boolean): Promise<Finding[]> {
  const hints = await setupHints.load();
  const { proxyUrl = '', mode, reference, orderToken } = widget;
  const { frame, form, state } = keeper;
  const problem = state === 'failed' || state === 'unknown' ? payment.lastError : undefined;
  const refused = frame.name === 'refused' ? frame.error : undefined;
  const diagnosed = {
    mode: form.reportedMode ?? mode,
    settings: { proxyUrl, mode, orderToken },
    reference: reference || orderToken,
    knowsProxy: true,
    isFramed: true,
    settingError: refused ?? (form.isBlocked ? problem : undefined),
    paymentError: problem,
  };
  return hints.diagnose(widget, diagnosed, isLogged);
}
