import type { Behaviour, ReceivedRequest } from '../../support/node-servers.js';
import { createKey } from './cards.js';

/** A function name in the stack traces of the service. */
export const STACK = createKey('chargeCard_');

interface Sent {
  readonly payment_method?: { readonly card?: { readonly number: string; readonly cvc: string } };
}

/** The parts of a request that a careless service may repeat. */
function everything({ headers, body }: ReceivedRequest) {
  const { payment_method: method } = JSON.parse(body) as Sent;
  const { number = '', cvc = '' } = method?.card ?? {};
  const grouped = number.replace(/\d{4}(?=\d)/g, '$& ');
  const authorization = headers.authorization ?? '';
  const stack = `Error: no luck\n    at ${STACK} (/srv/pay/charge.js:12:34)\n    at async main (/srv/pay/main.js:5:6)`;
  return { number, cvc, grouped, authorization, stack, method };
}

/** A response that repeats the whole request in several forms, with a stack trace. */
export function echo(status: number): Behaviour {
  return (response, request) => {
    const { number, cvc, grouped, authorization, stack, method } = everything(request);
    const told = {
      id: 'pay_1',
      status: 'succeeded',
      title: `Card ${grouped} with security code ${cvc}`,
      detail: `${authorization} sent ${request.body}`,
      error: { code: 'echo', message: `${number} was refused (cvc ${cvc})`, stack },
      card: { number: method?.card?.number, cvc: method?.card?.cvc, last4: number.slice(-4) },
      source: { pan: grouped.replaceAll(' ', '-'), first6: number.slice(0, 6), security_code: Number(cvc) },
      request: { text: request.body, twice: JSON.stringify(request.body), query: encodeURIComponent(request.body) },
      headers: Object.entries(request.headers),
      [number]: cvc,
    };
    response.writeHead(status, number, headersOf(request)).end(JSON.stringify(told));
  };
}

/** The same in HTML. */
export const echoPage: Behaviour = (response, request) => {
  const { grouped, cvc, authorization, stack } = everything(request);
  const headers = { ...headersOf(request), 'Content-Type': 'text/html' };
  response.writeHead(200, headers).end(`<!doctype html><pre>${grouped} ${cvc} ${authorization} ${stack}</pre>`);
};

/** The same in truncated JSON. */
export const echoCut: Behaviour = (response, request) => {
  response.writeHead(200, headersOf(request)).end(request.body.slice(0, -1));
};

function headersOf(request: ReceivedRequest): Record<string, string> {
  const { number, cvc, authorization } = everything(request);
  const query = encodeURIComponent(request.body);
  return {
    'Content-Type': 'application/json',
    'X-Request': query,
    'X-Card': `${number} ${cvc}`,
    'X-Key': authorization,
    'Set-Cookie': `card=${number}`,
    Location: `https://elsewhere.example/?${query}`,
    Link: `<https://elsewhere.example/${number}>; rel="preload"`,
    ETag: `"${number}"`,
    'Retry-After': number || '30',
    'WWW-Authenticate': authorization,
    'Server-Timing': `card;desc="${number}"`,
  };
}
