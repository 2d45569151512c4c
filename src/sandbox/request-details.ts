import { isTimeout, withinTime, type Clock } from '../contract/clock.js';
import { knownSecretsOf, readText, toMessage, type Message } from './recording/recorded-message.js';
import type { Credential } from './console-api.js';
import type { Fault } from './fault.js';

/** A request and its response for the developer console: without keys, card numbers and security codes. */
export interface RequestDetails {
  /** `Test key “Shop”, ending in 3f9a`; `unknown key` or `no key` */
  readonly key: string;
  readonly request: Message;
  /** `null` if the client got no complete response, see `fault`. */
  readonly response: Message | null;
  readonly fault?: Fault;
}

/** How long to wait for the body of a request that was answered without it, in ms. */
const MAX_WAIT = 1000;

/**
 * Reads and redacts a request and its response.
 * @param request - a copy whose body has not been read
 * @param response - a copy, or the fault of the connection
 */
export async function readDetails(
  request: Request,
  response: Response | Fault,
  credential: Credential | undefined,
  clock: Clock,
): Promise<RequestDetails> {
  const { text } = await withinTime(MAX_WAIT, clock, () => readText(request.body)).catch((error: unknown) => {
    if (isTimeout(error)) return { text: '[not received in time]' };
    throw error;
  });
  const known = knownSecretsOf(request.headers, parse(text), []);
  const shown = {
    key: describeKey(request.headers.get('Authorization'), credential),
    request: toMessage(request.headers, text, known),
  };
  if (typeof response === 'string') return { ...shown, response: null, fault: response };
  const { text: body } = await readText(response.body);
  return { ...shown, response: toMessage(response.headers, body, known) };
}

function describeKey(authorization: string | null, credential: Credential | undefined): string {
  if (!credential) return authorization === null ? 'no key' : 'unknown key';
  const { kind, name, hint, revokedAt } = credential;
  const revoked = revokedAt === null ? '' : ', revoked';
  return `${kind === 'live' ? 'Live' : 'Test'} key “${name}”, ending in ${hint}${revoked}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
