import { createOrderToken, createTokenReader } from '../../src/proxy/order-token.js';
import { ownProxy, TOKEN_SECRET, type Handler } from './checked-proxy.js';
import { changed, type Fault } from './planted-faults.js';

/** Faults of proxies that require order tokens. */

interface Claims {
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly exp: number;
}

const pathOf = ({ url }: Request) => new URL(url).pathname;
const isPayment = (request: Request) => request.method === 'POST' && pathOf(request) === '/pay/v1/payments';
const tokenOf = ({ headers }: Request) => headers.get('Order-Token');
const bodyOf = async (request: Request) => JSON.parse(await request.clone().text()) as Claims;

/** The claims of a token, without a look at its signature. */
function claimsOf(request: Request): Claims | undefined {
  const [, claims] = tokenOf(request)?.split('.') ?? [];
  return claims === undefined ? undefined : (JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims);
}

/** The same request with a valid token. */
async function signed(request: Request, { reference, amount, currency, exp }: Claims): Promise<Request> {
  const expiresIn = exp - Math.floor(Date.now() / 1000);
  const order = { reference, amount, currency };
  return changed(request, { 'Order-Token': await createOrderToken({ ...order, expiresIn }, TOKEN_SECRET) });
}

const readToken = createTokenReader(TOKEN_SECRET);

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const isExpired = ({ exp }: Claims) => exp * 1000 < Date.now();

function around(name: string, foundBy: string, wrap: (own: Handler) => Handler, as?: Fault['as']): Fault {
  return {
    ...{ name, foundBy, settings: { orderTokenSecret: TOKEN_SECRET } },
    ...(as && { as }),
    plant: (service) => wrap(ownProxy(service, undefined, TOKEN_SECRET)),
  };
}

/** Signs the token of some requests again, with the claims that a faulty proxy would accept. */
const resigns = (
  name: string,
  foundBy: string,
  claims: (request: Request, claims: Claims) => Claims | undefined | Promise<Claims | undefined>,
): Fault =>
  around(name, foundBy, (own) => async (request) => {
    const given = request.method === 'OPTIONS' ? undefined : claimsOf(request);
    const accepted = given && (await claims(request, given));
    return own(accepted ? await signed(request, accepted) : request);
  });

let pageToken: string | null = null;

export const TOKEN_FAULTS: readonly Fault[] = [
  around('accepts payments without an order token', 'token-missing', (own) => async (request) => {
    if (!isPayment(request) || tokenOf(request) !== null) return own(request);
    const { reference, amount, currency } = await bodyOf(request);
    return own(await signed(request, { reference, amount, currency, exp: inAnHour() }));
  }),
  resigns('does not verify the signature of order tokens', 'token-forged', (_request, claims) =>
    isExpired(claims) ? undefined : claims,
  ),
  resigns('accepts the token of another order', 'token-order', async (request, claims) => {
    if (!isPayment(request) || (await readToken(request)).state !== 'valid') return undefined;
    const { reference } = await bodyOf(request).catch((): Partial<Claims> => ({}));
    return reference === undefined ? undefined : { ...claims, reference };
  }),
  resigns('accepts expired order tokens', 'token-expired', (_request, claims) =>
    isExpired(claims) ? { ...claims, exp: inAnHour() } : undefined,
  ),
  resigns('accepts another price than that of the order token', 'token-price', async (request, claims) =>
    isPayment(request) && claims.amount === 5000 ? { ...claims, amount: (await bodyOf(request)).amount } : undefined,
  ),
  {
    name: 'passes the order token on',
    foundBy: 'token-kept',
    settings: { orderTokenSecret: TOKEN_SECRET },
    plant(service) {
      const send = async (request: Request) =>
        fetch(await changed(request, { 'Order-Token': pageToken }), { redirect: 'manual' });
      const own = ownProxy(service, send, TOKEN_SECRET);
      return (request) => {
        pageToken = tokenOf(request);
        return own(request);
      };
    },
  },
];
