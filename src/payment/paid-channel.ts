import type { PaymentResultDetail } from './outcome.js';

/** Sent to the other forms and tabs of the site, so that they show that an order is paid. */
export interface PaidNews {
  /** Identifies the order and its proxy. */
  readonly order: string;
  readonly outcome: { readonly outcome: 'paid' } & PaymentResultDetail;
}

/** @returns `undefined` if the browser denies it, as it does with cookies */
export function openChannel(receive: (news: PaidNews) => void): BroadcastChannel | undefined {
  try {
    const channel = new BroadcastChannel('payment-widget');
    channel.onmessage = ({ data }) => {
      receive(data as PaidNews);
    };
    return channel;
  } catch {
    return undefined;
  }
}
