import type { PaymentResultDetail } from './outcome.js';

/** Sent to the other forms and tabs of the site, so that they show that an order is paid. */
export interface PaidNews {
  /** Identifies the order and its proxy. */
  readonly order: string;
  readonly outcome: { readonly outcome: 'paid' } & PaymentResultDetail;
}

type Receive = (news: PaidNews) => void;

/** The forms of this page. They share the channel to other tabs, which does not deliver to its own page. */
const forms = new Set<Receive>();
let channel: BroadcastChannel | undefined;

/** Receives the news of other forms and tabs until `stopListening()`. */
export function listenForPaid(receive: Receive): void {
  forms.add(receive);
  channel ??= openChannel();
}

export function stopListening(receive: Receive): void {
  forms.delete(receive);
  if (forms.size > 0) return;
  channel?.close();
  channel = undefined;
}

/** @param sender the form that has paid */
export function reportPaid(news: PaidNews, sender: Receive): void {
  channel?.postMessage(news);
  for (const receive of forms) if (receive !== sender) receive(news);
}

/** @returns `undefined` if the browser denies it, as it does with cookies */
function openChannel(): BroadcastChannel | undefined {
  try {
    const opened = new BroadcastChannel('payment-widget');
    opened.onmessage = ({ data }) => {
      for (const receive of forms) receive(data as PaidNews);
    };
    return opened;
  } catch {
    return undefined;
  }
}
