import type { PaymentOutcome } from '../../payment/outcome.js';
import type { FrameLink } from './frame-link.js';
import { toOutcome } from './host-events.js';
import { isOutcome } from './messages/to-page.js';

/** A call of `submit()`. It ends with the reply of the frame, or without it. */
export class Submission {
  /** Whether the frame was asked to pay. */
  isSent = false;
  end!: (outcome: PaymentOutcome) => void;
  readonly outcome = new Promise<PaymentOutcome>((resolve) => (this.end = resolve));

  /**
   * Asks the frame to pay.
   * @param otherwise - the outcome if its reply is not valid
   */
  send(link: FrameLink, otherwise: () => PaymentOutcome): void {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<object>) => {
      const outcome = isOutcome(data) ? toOutcome(data as Parameters<typeof toOutcome>[0]) : otherwise();
      setTimeout(this.end, 0, outcome); // after its event
      port1.close();
    };
    this.isSent = true;
    link.send('submit', {}, port2);
  }
}
