import type { Attempt } from '../../payment/outcome.js';
import type { PaymentState } from '../events.js';
import type { FrameSettings } from './messages/shared.js';
import type { HandedOver } from './messages/to-frame.js';

/** States with an attempt: its frame stays, whatever the page sets. */
export const HAS_ATTEMPT: readonly PaymentState[] = ['busy', 'pending', 'unknown', 'paid'];

/** A frame with an attempt that was lost. Its successor opens at the same address, with the same settings. */
interface LostFrame {
  readonly state: PaymentState;
  readonly address: string;
  readonly settings: FrameSettings;
}

/** What the page knows of the attempt in the frame. It outlives the frame, whose successor asks for the outcome. */
export class FrameAttempt {
  /** Set from the loss of the frame until its successor has answered. */
  lost: LostFrame | undefined;
  /** The attempt that the frame may have sent, unless it has certainly failed. */
  sent: Attempt | undefined;
  /** For the next frame: what the last one has sent, unless it has failed. */
  handedOver: HandedOver | undefined;
  /** The attempt for which the page has not yet answered `payment-submit`. */
  #asked: object | undefined;
  /** The settings at its start: the page may have changed them since. */
  #settings: FrameSettings | undefined;
  /** The item of the storage that marks its order as in doubt. A later page reads it if it cannot open a frame. */
  #markName: string | undefined;

  ask(attempt: object): void {
    this.#asked = attempt;
  }

  /**
   * Allows or refuses an attempt.
   * @param key - its key, which its detail does not have
   * @param markName - of the item of the storage that marks the order as in doubt
   * @returns whether the frame still waits for it
   */
  answer(attempt: object, isAllowed: boolean, key: string, markName: string): boolean {
    if (this.#asked !== attempt) return false;
    if (!isAllowed) return true;
    this.sent = attempt as Attempt;
    this.handedOver = { idempotencyKey: key, reference: this.sent.reference, startedAt: Date.now() };
    this.#markName = markName;
    mark(markName, this.sent.idempotencyKey);
    return true;
  }

  enter(state: PaymentState, settings: FrameSettings): void {
    if (HAS_ATTEMPT.includes(state)) {
      this.#settings ??= settings;
    } else {
      // A successor that is ready uses the key again: a request that is late must meet it.
      const isUnseen = this.lost !== undefined && state === 'ready';
      if (this.sent && !isUnseen) this.forget();
      this.#asked = this.sent = this.#settings = undefined;
    }
    this.lost = undefined;
  }

  /** The attempt has certainly failed, or the page has another order. */
  forget(name = this.#markName): void {
    this.handedOver = undefined;
    if (name !== undefined) mark(name, undefined);
  }

  isNeeded(state: PaymentState): boolean {
    return this.sent !== undefined || HAS_ATTEMPT.includes(state);
  }

  /**
   * The frame is gone. `lost` stays empty if it has certainly sent nothing.
   * @param isMarked - whether an earlier page may have sent something
   * @returns whether an attempt has waited for the permission of the page, which it does not get any more
   */
  lose(state: PaymentState, address: string, settings: FrameSettings, isMarked = false): boolean {
    const wasAsked = this.#asked !== undefined;
    this.#asked = undefined;
    const isKnown = HAS_ATTEMPT.includes(state) && state !== 'busy';
    if (!this.sent && !isKnown && !isMarked) return wasAsked;
    this.lost ??= { state: isKnown ? state : 'unknown', address, settings: this.#settings ?? settings };
    return false;
  }

  /**
   * The settings of the next frame: the page may renew the token, but not change the order.
   * @returns `undefined` unless the last frame is lost
   */
  settingsWith(orderToken: unknown): FrameSettings | undefined {
    const { settings } = this.lost ?? {};
    return settings && { ...settings, orderToken, reference: this.sent?.reference ?? settings.reference };
  }

  /** The page asks for an empty form. Only a lost frame is forgotten, and none whose outcome is unknown. */
  reset(reference: string | undefined): void {
    if (!this.lost) {
      if (!this.sent && !this.handedOver?.reference) this.handedOver = undefined; // it is not of the next order
      return; // the frame decides
    }
    const isOther = this.lost.settings.reference !== reference;
    if (this.lost.state === 'paid' || isOther) this.lost = this.sent = this.handedOver = this.#settings = undefined;
  }
}

/** Stores the beginning of a key, which is none, or removes it. */
function mark(name: string, idempotencyKey: string | undefined): void {
  try {
    if (idempotencyKey === undefined) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify({ idempotencyKey }));
  } catch {
    // no storage
  }
}
