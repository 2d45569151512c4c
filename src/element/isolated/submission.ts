import type { PaymentOutcome } from '../../payment/outcome.js';
import type { FrameLink } from './frame-link.js';
import { toOutcome } from './host-events.js';
import { isOutcome } from './messages/to-page.js';

/** A call of `submit()`. It ends with an outcome event of the frame, with its reply, or without the frame. */
export class Submission {
  /** Its number, once the frame was asked to pay. */
  number: number | undefined;
  end!: (outcome: PaymentOutcome) => void;
  readonly outcome = new Promise<PaymentOutcome>((resolve) => (this.end = resolve));

  /**
   * Asks the frame to pay.
   * @param onreply - called after the event of the outcome, with `undefined` if the reply is not valid
   */
  send(link: FrameLink, onreply: (outcome: PaymentOutcome | undefined) => void): void {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<object>) => {
      const outcome = isOutcome(data) ? toOutcome(data as Parameters<typeof toOutcome>[0]) : undefined;
      setTimeout(onreply, 0, outcome);
      port1.close();
    };
    this.number = ++link.submits;
    link.send('submit', {}, port2);
  }
}
