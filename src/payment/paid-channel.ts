import type { Attempt } from './outcome.js';
import { isString, readMembers } from '../contract/parse.js';
import { isIdempotencyKey } from '../contract/protocol.js';

/** News that a form has paid an order. Any script of the origin may send it: a reason to ask the proxy, no outcome. */
export interface PaidNews {
  readonly order: string;
  readonly idempotencyKey: string;
}

/** The name has the version of the messages, since another tab may have another version of the script. */
const CHANNEL = 'payment-widget:paid:2';

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

export function reportPaid(proxyUrl: string, { reference, idempotencyKey }: Attempt, sender: Receive): void {
  if (!reference) return;
  const news = { order: nameOf(proxyUrl, reference), idempotencyKey };
  channel?.postMessage(news);
  for (const receive of forms) if (receive !== sender) receive(news);
}

const NEWS = { order: isString, idempotencyKey: isIdempotencyKey };

/** Returns `undefined` if the browser denies the channel, as it does with cookies. */
function openChannel(): BroadcastChannel | undefined {
  try {
    const opened = new BroadcastChannel(CHANNEL);
    opened.onmessage = ({ data }) => {
      const news = readMembers(data, NEWS);
      if (news) for (const receive of forms) receive(news);
    };
    return opened;
  } catch {
    return undefined;
  }
}
