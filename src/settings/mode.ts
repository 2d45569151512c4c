import { PaymentError } from '../contract/errors.js';
import type { Mode } from '../contract/protocol.js';

/** Nothing is sent to another mode than the page expects with `test`, or from an insecure page. */
export function modeError(
  expected: Mode | undefined,
  reported: Mode | undefined,
  isSecure = globalThis.isSecureContext,
): PaymentError | undefined {
  if (expected === 'test' && reported === 'live') {
    const problem = 'mode is "test", but the proxy holds a Live key. Expected a Test key.';
    return new PaymentError('mode_mismatch', `${problem} Nothing is sent.`);
  }
  if ((reported ?? expected) !== 'live' || isSecure) return undefined;
  const problem = 'The page, or a page that frames it, was loaded over http, so others could read the card.';
  return new PaymentError('insecure_context', `${problem} Expected https in live mode. Nothing is sent.`);
}
