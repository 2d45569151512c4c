import { createHmac } from 'node:crypto';
import { createOrderToken } from '../proxy/order-token.js';
import type { Settings } from './settings.js';

/** Claims that differ from those of a valid token. */
export interface TokenClaims {
  /** Default: an order that no check pays. */
  readonly reference?: string | undefined;
  /** In minor units. Default: the price of each order. */
  readonly amount?: number;
}

type TokenSettings = Pick<Settings, 'orderTokenSecret' | 'reference' | 'amount' | 'currency'>;

/** 2100-01-01, in seconds. */
const FAR_FUTURE = 4_102_444_800;

const ANOTHER_SECRET = 'a secret that no proxy has, of 32 bytes or more';

/** Creates order tokens for the checker's own orders. */
export class OrderTokens {
  readonly #settings: TokenSettings;

  constructor(settings: TokenSettings) {
    this.#settings = settings;
  }

  create(claims: TokenClaims = {}): Promise<string> {
    return createOrderToken(this.#order(claims), this.#secret);
  }

  /** Creates a token that expired an hour ago, which `createOrderToken` refuses. */
  expired(claims: TokenClaims): string {
    return sign({ ...this.#order(claims), exp: Math.floor(Date.now() / 1000) - 3600 }, this.#secret);
  }

  /** Tokens that were not signed with the secret, each with its description. */
  async forged(claims: TokenClaims): Promise<(readonly [what: string, token: string])[]> {
    const [header = '', content = '', signature = ''] = (await this.create(claims)).split('.');
    const changed = { ...this.#order(claims), exp: FAR_FUTURE };
    const none = encode({ alg: 'none' });
    return [
      ['a token signed with another secret', sign(changed, ANOTHER_SECRET)],
      ['a changed token', `${header}.${encode(changed)}.${signature}`],
      ['an unsigned token', `${none}.${content}.`],
      ['a token with "alg": "none"', `${none}.${content}.${signature}`],
      ['a text that is not a token', 'order'],
    ];
  }

  get #secret(): string {
    return this.#settings.orderTokenSecret ?? '';
  }

  #order({ reference, amount }: TokenClaims) {
    const { reference: prefix, amount: price, currency } = this.#settings;
    return { reference: reference ?? `${prefix}token`, amount: amount ?? price, currency };
  }
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

function sign(claims: object, secret: string): string {
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}
