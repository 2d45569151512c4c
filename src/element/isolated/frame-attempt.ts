import type { Attempt, PaymentOutcome } from '../../payment/outcome.js';
import type { PaymentState } from '../events.js';
import type { FrameSettings } from './messages/settings.js';
import type { HandedOver } from './messages/to-frame.js';

/** States with an attempt: its frame stays, whatever the page sets. */
export const HAS_ATTEMPT: readonly PaymentState[] = ['busy', 'pending', 'unknown', 'paid'];

/** A frame with an attempt that was lost. Its successor opens at the same address, with the same settings. */
interface LostFrame {
  readonly state: PaymentState;
  readonly address: string;
  /** As the page has set them. */
  readonly settings: FrameSettings;
  /** Whether its successor can ask for the outcome: an attempt is found by its order. */
  readonly canAsk: boolean;
}

/** What the page knows of the attempt in the frame. It outlives the frame, whose successor asks for the outcome. */
export class FrameAttempt {
  /** Set from the loss of the frame until its successor has answered. */
  lost: LostFrame | undefined;
  /** The attempt that the frame may have sent, unless it has certainly failed. */
  sent: Attempt | undefined;
  /** The last outcome that the frame has reported. */
  outcome: PaymentOutcome | undefined;
  /** For the next frame. */
  handedOver: HandedOver | undefined;
  /** The attempt for which the page has not yet answered `payment-submit`. */
  #asked: object | undefined;
  /** The settings at its start: the page may have changed them since. */
  #settings: FrameSettings | undefined;

  ask(attempt: object): void {
    this.#asked = attempt;
  }

  /**
   * Allows or refuses an attempt.
   * @param key - its key, which its detail does not have
   * @returns whether the frame still waits for it
   */
  answer(attempt: object, isAllowed: boolean, key: string | undefined): boolean {
    if (this.#asked !== attempt) return false;
    if (isAllowed) {
      this.sent = attempt as Attempt;
      const { reference } = this.sent;
      this.handedOver = key && reference ? { idempotencyKey: key, reference, startedAt: Date.now() } : undefined;
    }
    return true;
  }

  /** The frame has reported its state. */
  enter(state: PaymentState, settings: FrameSettings): void {
    if (HAS_ATTEMPT.includes(state)) this.#settings ??= settings;
    else this.#asked = this.sent = this.handedOver = this.#settings = undefined;
    this.lost = undefined;
  }

  /** Whether the frame may not be closed. */
  isNeeded(state: PaymentState): boolean {
    return this.sent !== undefined || HAS_ATTEMPT.includes(state);
  }

  /**
   * The frame is gone. `lost` stays empty if it has certainly sent nothing.
   * @returns whether an attempt has waited for the permission of the page, which it does not get any more
   */
  lose(state: PaymentState, address: string, settings: FrameSettings): boolean {
    const wasAsked = this.#asked !== undefined;
    this.#asked = undefined;
    const isKnown = HAS_ATTEMPT.includes(state) && state !== 'busy';
    if (!this.sent && !isKnown) return wasAsked;
    this.lost ??= {
      state: isKnown ? state : 'unknown',
      address,
      settings: this.#settings ?? settings,
      canAsk: !this.sent || Boolean(this.sent.reference),
    };
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
    if (!this.lost) return; // the frame decides
    const isOther = this.lost.settings.reference !== reference;
    if (this.lost.state === 'paid' || isOther) this.lost = this.sent = this.handedOver = this.#settings = undefined;
  }
}
