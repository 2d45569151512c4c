import type { Attempt } from '../../payment/outcome.js';
import type { PaymentState } from '../../element/events.js';
import type { FrameSettings } from '../../settings/settings-table.js';
import type { HandedOver } from '../messages/to-frame.js';

/** Its frame stays, whatever the page sets. */
export const hasAttempt = (state: PaymentState): boolean => ['busy', 'pending', 'unknown', 'paid'].includes(state);

/** Its successor opens at the same address, with the same settings. */
export interface LostFrame {
  readonly name: 'lost';
  readonly state: PaymentState;
  readonly address: string;
  readonly settings: FrameSettings;
  /** For the shopper, in the language of the form. */
  readonly text: string;
  /** `undefined` if an earlier page has sent it. */
  readonly order: Attempt | undefined;
}

type Stage =
  | { readonly name: 'none' }
  /** It waits for the page's permission. The page may change its settings meanwhile. */
  | { readonly name: 'asked'; readonly order: object; readonly settings: FrameSettings }
  /** The order is `undefined` until the page allows a payment. */
  | { readonly name: 'held'; readonly order: Attempt | undefined; readonly settings: FrameSettings }
  | LostFrame;

const NONE: Stage = { name: 'none' };

/** Outlives the frame, whose successor asks for the outcome. */
export class FrameAttempt {
  /** For the next frame, which asks the proxy about it. */
  handedOver: HandedOver | undefined;
  #stage: Stage = NONE;
  /** A later page reads it if it cannot open a frame. */
  #markName: string | undefined;

  /** Until its successor has answered. */
  get lost(): LostFrame | undefined {
    return this.#stage.name === 'lost' ? this.#stage : undefined;
  }

  get order(): Attempt | undefined {
    return this.#stage.name === 'held' || this.#stage.name === 'lost' ? this.#stage.order : undefined;
  }

  isNeeded(state: PaymentState): boolean {
    return this.order !== undefined || hasAttempt(state);
  }

  ask(order: object, settings: FrameSettings): void {
    this.#stage = { name: 'asked', order, settings };
  }

  /** Returns whether the frame still waits for it. */
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

  /** What the frame reports. */
  enter(state: PaymentState, settings: FrameSettings): void {
    const stage = this.#stage;
    if (hasAttempt(state)) {
      if (stage.name === 'none') this.#stage = { name: 'held', order: undefined, settings };
      if (stage.name === 'lost') this.#stage = { ...stage, name: 'held' };
      return;
    }
    if (this.order) this.forget();
    this.#stage = NONE;
  }

  forget(name = this.#markName): void {
    this.handedOver = undefined;
    if (name !== undefined) mark(name, undefined);
  }

  /** `lost` stays empty if the frame has certainly sent nothing. Returns whether an attempt waited for the page's permission. */
  lose(state: PaymentState, frame: Pick<LostFrame, 'address' | 'settings' | 'text'>, isMarked = false): boolean {
    const stage = this.#stage;
    if (stage.name === 'lost') return false;
    const isKnown = hasAttempt(state) && state !== 'busy';
    const { order } = this;
    if (order || isKnown || isMarked) {
      this.#stage = { ...frame, ...stage, name: 'lost', state: isKnown ? state : 'unknown', order };
      return false;
    }
    this.#stage = NONE;
    return stage.name === 'asked';
  }

  /** The page may renew the token of a lost frame, but not change the order. */
  settingsWith(orderToken: unknown): FrameSettings | undefined {
    const { settings } = this.lost ?? {};
    return settings && { ...settings, orderToken, reference: this.order?.reference ?? settings.reference };
  }

  /** A frame that is there decides by itself, and an unknown outcome stays. */
  reset({ reference, orderToken }: Pick<FrameSettings, 'reference' | 'orderToken'>): void {
    const { lost } = this;
    const { settings } = lost ?? {};
    const isSame = settings?.reference === reference && (reference || settings?.orderToken === orderToken);
    if (lost ? lost.state !== 'paid' && isSame : this.order) return;
    if (lost?.state === 'paid' || !this.handedOver?.reference) this.handedOver = undefined; // it is not of the next order
    if (lost) this.#stage = NONE;
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
