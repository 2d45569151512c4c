import type { Mode } from '../contract/protocol.js';

/** What the widget does about test and live, and the mode that it reports. */
export interface ModeDecision {
  /** What the proxy says, else what the page expects. */
  readonly mode: Mode | undefined;
  /** Whether the test-mode banner is shown. */
  readonly banner: boolean;
  /** The page believes in a test, the proxy would move real money: nothing may be sent. */
  readonly refuse: boolean;
  /** The page goes live with a Test key: shoppers' money would never arrive. */
  readonly warn: boolean;
}

/**
 * Decides by what the page expects (its `mode` attribute) and what the proxy says. The proxy is the authority,
 * because it holds the key.
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
