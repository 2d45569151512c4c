import type { Attempt } from '../../payment/outcome.js';
import type { PaymentState } from '../../element/events.js';
import type { FrameSettings } from '../../settings/settings-table.js';
import type { HandedOver } from '../messages/to-frame.js';

/** Whether the frame stays, whatever the page sets. */
export const hasAttempt = (state: PaymentState): boolean => ['busy', 'pending', 'unknown', 'paid'].includes(state);

/** What the page knows of a payment whose frame is gone. */
export type LostState = 'paid' | 'pending' | 'unknown';

type Stage =
  | { readonly name: 'none' }
  /** The payment waits for the page's permission. The page may change its settings meanwhile. */
  | { readonly name: 'asked'; readonly order: object; readonly settings: FrameSettings }
  /** The page has allowed the payment. The order is `undefined` if an earlier page has. */
  | { readonly name: 'held'; readonly order: Attempt | undefined; readonly settings: FrameSettings };

const NONE: Stage = { name: 'none' };

/** The payment of a frame. It outlives the frame, whose successor asks for the outcome. */
export class FrameAttempt {
  /** What the next frame asks the proxy about. */
  handedOver: HandedOver | undefined;
  #stage: Stage = NONE;
  /** The name of the mark in the storage, which a later page reads if it cannot open a frame. */
  #markName: string | undefined;

  get isAsked(): boolean {
    return this.#stage.name === 'asked';
  }

  get order(): Attempt | undefined {
    return this.#stage.name === 'held' ? this.#stage.order : undefined;
  }

  isNeeded(state: PaymentState): boolean {
    return this.order !== undefined || hasAttempt(state);
  }

  ask(order: object, settings: FrameSettings): void {
    this.#stage = { name: 'asked', order, settings };
  }

  /** Returns whether the frame still waits for the answer. */
  answer(order: object, isAllowed: boolean, key: string, markName: string): boolean {
    const stage = this.#stage;
    if (stage.name !== 'asked' || stage.order !== order) return false;
    if (!isAllowed) return true;
    const sent = order as Attempt;
    this.#stage = { name: 'held', order: sent, settings: stage.settings };
    this.handedOver = { idempotencyKey: key, reference: sent.reference, startedAt: Date.now() };
    this.#markName = markName;
    mark(markName, sent.idempotencyKey);
    return true;
  }

  /** Takes the state that the frame reports. */
  enter(state: PaymentState, settings: FrameSettings): void {
    if (hasAttempt(state)) {
      if (this.#stage.name === 'none') this.#stage = { name: 'held', order: undefined, settings };
      return;
    }
    if (this.order) this.forget();
    this.#stage = NONE;
  }

  forget(name = this.#markName): void {
    this.handedOver = undefined;
    if (name !== undefined) mark(name, undefined);
  }

  /** The frame is gone. Returns what it may have paid: a state, or `undefined` if it has certainly sent nothing. */
  lose(state: PaymentState, settings: FrameSettings, isMarked: boolean): LostState | undefined {
    const { order } = this;
    const known = state === 'paid' || state === 'pending' || state === 'unknown' ? state : undefined;
    const isInDoubt = order !== undefined || isMarked;
    this.#stage = known || isInDoubt ? { settings, ...this.#stage, name: 'held', order } : NONE;
    return known ?? (isInDoubt ? 'unknown' : undefined);
  }

  /** The page may renew the token of a lost frame, but not change the order. */
  settingsWith(orderToken: unknown): FrameSettings | undefined {
    const stage = this.#stage;
    if (stage.name !== 'held') return undefined;
    return { ...stage.settings, orderToken, reference: stage.order?.reference ?? stage.settings.reference };
  }

  /**
   * The page wants another payment. A frame that is there decides by itself, and an unknown outcome stays. Returns whether the payment
   * of a lost frame is over.
   */
  reset(
    lost: { readonly state: LostState } | undefined,
    { reference, orderToken }: Pick<FrameSettings, 'reference' | 'orderToken'>,
  ): boolean {
    const { settings } = this.#stage as Partial<Extract<Stage, { name: 'held' }>>;
    const isSame = settings?.reference === reference && (reference || settings?.orderToken === orderToken);
    const isPaid = lost?.state === 'paid';
    if (lost ? !isPaid && isSame : this.order) return false;
    if (isPaid || !this.handedOver?.reference) this.handedOver = undefined; // it is not of the next order
    if (lost) this.#stage = NONE;
    return lost !== undefined;
  }
}

/** Identifies a key without revealing it. */
function mark(name: string, idempotencyKey: string | undefined): void {
  try {
    if (idempotencyKey === undefined) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify({ idempotencyKey }));
  } catch {
    // no storage
  }
}
