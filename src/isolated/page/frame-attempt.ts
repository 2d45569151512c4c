import type { Attempt } from '../../payment/outcome.js';
import type { PaymentState } from '../../element/events.js';
import type { FrameSettings } from '../messages/shared.js';
import type { HandedOver } from '../messages/to-frame.js';

/** Its frame stays, whatever the page sets. */
export const HAS_ATTEMPT: readonly PaymentState[] = ['busy', 'pending', 'unknown', 'paid'];

/** Its successor opens at the same address, with the same settings. */
interface LostFrame {
  readonly state: PaymentState;
  readonly address: string;
  readonly settings: FrameSettings;
}

/** Outlives the frame, whose successor asks for the outcome. */
export class FrameAttempt {
  /** Until its successor has answered. */
  lost: LostFrame | undefined;
  sent: Attempt | undefined;
  handedOver: HandedOver | undefined;
  #asked: object | undefined;
  /** The page may have changed them since. */
  #settings: FrameSettings | undefined;
  /** A later page reads it if it cannot open a frame. */
  #markName: string | undefined;

  ask(attempt: object): void {
    this.#asked = attempt;
  }

  /** Returns whether the frame still waits for it. */
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

  forget(name = this.#markName): void {
    this.handedOver = undefined;
    if (name !== undefined) mark(name, undefined);
  }

  isNeeded(state: PaymentState): boolean {
    return this.sent !== undefined || HAS_ATTEMPT.includes(state);
  }

  /** `lost` stays empty if the frame has certainly sent nothing. Returns whether an attempt waited for the page's permission. */
  lose(state: PaymentState, address: string, settings: FrameSettings, isMarked = false): boolean {
    const wasAsked = this.#asked !== undefined;
    this.#asked = undefined;
    const isKnown = HAS_ATTEMPT.includes(state) && state !== 'busy';
    if (!this.sent && !isKnown && !isMarked) return wasAsked;
    this.lost ??= { state: isKnown ? state : 'unknown', address, settings: this.#settings ?? settings };
    return false;
  }

  /** The page may renew the token of a lost frame, but not change the order. */
  settingsWith(orderToken: unknown): FrameSettings | undefined {
    const { settings } = this.lost ?? {};
    return settings && { ...settings, orderToken, reference: this.sent?.reference ?? settings.reference };
  }

  /** Only a lost frame is forgotten, and none whose outcome is unknown. */
  reset(reference: string | undefined): void {
    if (!this.lost) {
      if (!this.sent && !this.handedOver?.reference) this.handedOver = undefined; // it is not of the next order
      return; // the frame decides
    }
    const isOther = this.lost.settings.reference !== reference;
    if (this.lost.state === 'paid' || isOther) this.lost = this.sent = this.handedOver = this.#settings = undefined;
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
