import { realClock, type Clock } from '../contract/clock.js';
import { PaymentError } from '../contract/errors.js';
import { OnDemand } from '../contract/on-demand.js';
import type { Order } from './outcome.js';
import { failed, type PayResult } from './proxy-request.js';

/** Keeps windows from paying an order twice, if the proxy does not. */
export const orderGuard = new OnDemand('order-guard', () => import('./order-guard.js'));

/** Checks what the bank asks for, and leads the shopper there. */
export const nextAction = new OnDemand('next-action', () => import('./next-action.js'));

/** Checks the action of a result. If it is refused, the outcome is in doubt: the service has the payment. Never rejects. */
export async function readAction(
  result: PayResult,
  { reference }: Order,
  { actionOrigins }: { readonly actionOrigins?: readonly string[] | undefined },
): Promise<PayResult> {
  if (!('action' in result)) return result;
  try {
    const { readAction } = await nextAction.load();
    return { ...result, action: readAction(result.action, reference, actionOrigins) };
  } catch (cause) {
    return failed(new PaymentError('action_refused', (cause as Error).message, { cause }), result.mode, true);
  }
}

const MAX_PAUSE_MS = 5000;

/** If the file is gone since the page was opened, only a reload helps. */
const MAX_LOADS = 5;

const settling = new OnDemand('settle-attempt', () => import('./settle-attempt.js'));

interface LoadOptions {
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  /** Asked before each try: without network, loading fails, and Firefox never loads a failed file again. */
  readonly isUp?: (() => Promise<boolean>) | undefined;
}

/** Tries until `deadline`, since the network may be gone together with the answer, and up to five times. Then it throws. */
export async function loadSettling(
  deadline: number,
  { clock = realClock, signal, isUp }: LoadOptions = {},
): Promise<typeof import('./settle-attempt.js')> {
  let loads = 0;
  for (let pauseMs = 1000; !settling.current; pauseMs += 1000) {
    try {
      if (isUp && !(await isUp())) throw new Error('The proxy does not respond.');
      loads++;
      await settling.load();
    } catch (error) {
      const pause = Math.min(pauseMs, MAX_PAUSE_MS, deadline - clock.now());
      if (signal?.aborted || pause <= 0 || loads === MAX_LOADS) throw error;
      await clock.sleep(pause, signal);
    }
  }
  return settling.current;
}
