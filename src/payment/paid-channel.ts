import type { Attempt, PaymentResultDetail } from './outcome.js';

/** Without the response of the service. */
export interface PaidNews extends Attempt, Pick<PaymentResultDetail, 'mode' | 'status'> {
  readonly order: string;
}

/** With the version of the messages: another tab may have another version of the script. */
const CHANNEL = 'payment-widget:paid:1';

export const nameOf = (proxyUrl: string, reference: string | undefined) => JSON.stringify([proxyUrl, reference]);

type Receive = (news: PaidNews) => void;

/** The forms of this page. They share the channel to other tabs, which does not deliver to its own page. */
const forms = new Set<Receive>();
let channel: BroadcastChannel | undefined;

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

export function reportPaid(proxyUrl: string, detail: PaymentResultDetail, sender: Receive): void {
  const { amount, currency, reference, idempotencyKey, mode, status } = detail;
  if (!reference) return;
  const news = { order: nameOf(proxyUrl, reference), amount, currency, reference, idempotencyKey, mode, status };
  channel?.postMessage(news);
  for (const receive of forms) if (receive !== sender) receive(news);
}

/** `undefined` if the browser denies it, as it does with cookies. */
function openChannel(): BroadcastChannel | undefined {
  try {
    const opened = new BroadcastChannel(CHANNEL);
    opened.onmessage = ({ data }) => {
      for (const receive of forms) receive(data as PaidNews);
    };
    return opened;
  } catch {
    return undefined;
  }
}
