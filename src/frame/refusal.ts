import { isBoolean, isText, maybe, shape } from '../element/isolated/messages/check.js';

const isReply = shape({ isAllowed: isBoolean, isPrevented: maybe(isBoolean), text: maybe(isText(1000)) });

/** The error that stops a payment, from the reply of the page to `payment-submit`; `undefined` if the page allows it. */
export function refusalOf(reply: unknown): Error | undefined {
  if (!isReply(reply)) return new TypeError('The reply is invalid.');
  const { isAllowed, isPrevented, text } = reply as Partial<Record<'isAllowed' | 'isPrevented', boolean>> & {
    text?: string;
  };
  if (isAllowed) return undefined;
  if (isPrevented) return new DOMException('', 'AbortError'); // it says why
  return Object.assign(new Error(text), { name: 'PaymentCheckError' }); // without a text, the shopper reads the usual one
}
