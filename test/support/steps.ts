import * as limited from 'payment-widget-testing/playwright';

/** The steps of the package without their limits, which a busy machine exceeds. */

const NEVER = { timeout: 2 ** 31 - 1 }; // the longest timer

type Target = limited.WidgetTarget;
type PayOptions = Parameters<typeof limited.pay>[1];
type OutcomeOptions = Parameters<typeof limited.expectOutcome>[2];

export const fillPayment = (target: Target, options?: limited.FillOptions) =>
  limited.fillPayment(target, { ...NEVER, ...options });

export const pay = (target: Target, options?: PayOptions) => limited.pay(target, { ...NEVER, ...options });

export const expectOutcome = (target: Target, outcome: limited.Outcome, options?: OutcomeOptions) =>
  limited.expectOutcome(target, outcome, { ...NEVER, ...options });
