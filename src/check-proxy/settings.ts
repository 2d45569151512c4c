import { realClock, type Clock } from '../contract/clock.js';
import type { FakeService } from './fake-service.js';

/** Which proxy to check, and how. */
export interface Settings {
  /** The `proxy-url` of the widget. */
  readonly url: URL;
  /** Another origin whose pages may use the proxy. */
  readonly origin?: string | undefined;
  /** Price of each order, in minor units. */
  readonly amount: number;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Prefix of the order references. */
  readonly reference: string;
  /** A test card number. */
  readonly card: string;
  /** Time limit for a response of the proxy, in ms. */
  readonly wait: number;
  readonly clock: Clock;
  /** Time after which the proxy must have given up on the service, in ms. */
  readonly serviceTimeout: number;
  /** Checks a proxy with a Live key: sends nothing that can be charged. */
  readonly live: boolean;
  /** The proxy's API key, if known. Searched for in every response; never sent. */
  readonly apiKey?: string | undefined;
  /** Signs the order tokens of the requests, if the proxy requires them. Never sent. */
  readonly orderTokenSecret?: string | undefined;
  readonly service?: FakeService | undefined;
}

export const DEFAULTS: Omit<Settings, 'url'> = {
  amount: 4999,
  currency: 'EUR',
  reference: 'check-proxy-',
  card: '4242424242424242',
  wait: 55_000, // the widget's own time limit
  clock: realClock,
  serviceTimeout: 33_000, // 30 s by the contract, and some for the network
  live: false,
};
