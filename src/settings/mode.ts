import { PaymentError } from '../contract/errors.js';
import type { Mode } from '../contract/protocol.js';

/** What follows from the expected and the reported mode. */
export interface ModeDecision {
  /** The mode of the proxy, or else the expected one. */
  readonly mode: Mode | undefined;
  /** Whether the test-mode banner is shown. */
  readonly banner: boolean;
  /** Whether the page expects Test and the proxy holds a Live key: nothing may be sent. */
  readonly refuse: boolean;
  /** Whether the page expects Live and the proxy holds a Test key: no money would arrive. */
  readonly warn: boolean;
}

/**
 * Compares the modes of page and proxy. The proxy is the authority, because it holds the API key.
 * @param expected - the `mode` attribute
 * @param reported - the mode of the proxy, once it is known
 */
export function decideMode(expected: Mode | undefined, reported: Mode | undefined): ModeDecision {
  const mode = reported ?? expected;
  return {
    mode,
    banner: mode === 'test',
    refuse: expected === 'test' && reported === 'live',
    warn: expected === 'live' && reported === 'test',
  };
}

/** Why nothing may be sent in this mode: `mode_mismatch`, or `insecure_context` in live mode. */
export function modeError(
  { refuse, mode }: ModeDecision,
  isSecure = globalThis.isSecureContext,
): PaymentError | undefined {
  if (refuse) {
    const problem = 'mode is "test", but the proxy holds a Live key. Expected a Test key.';
    return new PaymentError('mode_mismatch', `${problem} Nothing is sent.`);
  }
  if (mode !== 'live' || isSecure) return undefined;
  const problem = 'The page, or a page that frames it, was loaded over http, so others could read the card.';
  return new PaymentError('insecure_context', `${problem} Expected https in live mode. Nothing is sent.`);
}
