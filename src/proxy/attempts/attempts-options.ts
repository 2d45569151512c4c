import { realClock, type Clock } from '../../contract/clock.js';

/** Times in ms. */
export interface AttemptsOptions {
  /** How long a claim is valid. Default: 15 s, so that the shopper's next try can take over. */
  lease?: number;
  /** When a sent attempt counts as unknown. Default: 45 s, longer than the service may take. */
  sentLimit?: number;
  /** How long settled attempts are kept. Default: 31 days, as long as payment services remember keys. */
  retention?: number;
  /** A wrong clock causes delays. What a store keeps for a time expires by a clock of the store. */
  clock?: Pick<Clock, 'now'>;
  /** Called after an attempt was settled, with the name of its order in the outbox. */
  onSettled?: (unit: string) => void;
}

const DAY = 24 * 60 * 60 * 1000;

export const DEFAULTS: Required<AttemptsOptions> = {
  lease: 15_000,
  sentLimit: 45_000,
  retention: 31 * DAY,
  clock: realClock,
  onSettled: () => undefined,
};
