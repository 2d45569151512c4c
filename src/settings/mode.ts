import { PaymentError } from '../contract/errors.js';
import type { Mode } from '../contract/protocol.js';

export interface ModeDecision {
  readonly mode: Mode | undefined;
  readonly banner: boolean;
  /** Whether the page expects Test and the proxy holds a Live key: nothing may be sent. */
  readonly refuse: boolean;
  /** Whether the page expects Live and the proxy holds a Test key: no money would arrive. */
  readonly warn: boolean;
}

/** The proxy is the authority, because it holds the API key. */
export function decideMode(expected: Mode | undefined, reported: Mode | undefined): ModeDecision {
  const mode = reported ?? expected;
  return {
    mode,
    banner: mode === 'test',
    refuse: expected === 'test' && reported === 'live',
    warn: expected === 'live' && reported === 'test',
  };
}

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
