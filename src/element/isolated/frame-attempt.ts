import type { Attempt } from '../../payment/outcome.js';
import type { PaymentState } from '../events.js';
import type { FrameSettings } from './messages/settings.js';

/** States with an attempt: its frame stays, whatever the page sets. */
export const HAS_ATTEMPT: readonly PaymentState[] = ['busy', 'pending', 'unknown', 'paid'];

/** A frame with an attempt that was lost. Its successor opens at the same address, with the same settings. */
interface LostFrame {
  readonly state: PaymentState;
  readonly address: string;
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
  /** Waits for the permission of the page. */
  #asked: object | undefined;
  /** The settings at its start: the page may have changed them since. */
  #settings: FrameSettings | undefined;

  ask(attempt: object): void {
    this.#asked = attempt;
  }

  /**
   * Allows or refuses an attempt.
   * @returns whether the frame still waits for it
   */
  answer(attempt: object, isAllowed: boolean): boolean {
    if (this.#asked !== attempt) return false;
    if (isAllowed) this.sent = attempt as Attempt;
    return true;
  }

  /** The frame has reported its state. */
  enter(state: PaymentState, settings: FrameSettings): void {
    if (HAS_ATTEMPT.includes(state)) this.#settings ??= settings;
    else this.#asked = this.sent = this.#settings = undefined;
    this.lost = undefined;
  }

  /** The frame is gone. `lost` stays empty if it has certainly sent nothing. */
  lose(state: PaymentState, address: string, settings: FrameSettings): void {
    const isKnown = HAS_ATTEMPT.includes(state) && state !== 'busy';
    this.#asked = undefined; // a permission that comes now reaches no frame
    if (!this.sent && !isKnown) return;
    this.lost ??= {
      state: isKnown ? state : 'unknown',
      address,
      settings: this.#settings ?? settings,
      canAsk: isKnown || Boolean(this.sent?.reference),
    };
  }

  /** The page asks for an empty form. Only a lost frame is forgotten, and none whose outcome is unknown. */
  reset(reference: string | undefined): void {
    if (!this.lost) return; // the frame decides
    const isOther = this.lost.settings.reference !== reference;
    if (this.lost.state === 'paid' || isOther) this.lost = this.sent = this.#settings = undefined;
  }
}
