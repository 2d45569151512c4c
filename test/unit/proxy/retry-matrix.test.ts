import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pay } from '../../../src/transport/client.js';
import {
  askAttempt,
  captureLog,
  newKey,
  skipPauses,
  startMerchant,
  startProxy,
  testProxy,
} from '../../support/node-proxy.js';
import { answer, cutBody, redirectTo, reset, type Behaviour } from '../../support/node-servers.js';
import { samplePayment } from '../../support/sample-payment.js';

const HTML = { 'Content-Type': 'text/html' };
const after = (seconds: number) => ({ 'Retry-After': String(seconds) });

/** Pays once as the widget does. Returns its outcome and the state that the proxy reports for the attempt. */
async function payAt(proxyUrl: string): Promise<readonly [ending: string, state: unknown]> {
  const idempotencyKey = newKey();
  const body = JSON.stringify(samplePayment());
  const result = await pay({ proxyUrl, body, idempotencyKey, timeout: 55_000 });
  const { state } = (await (await askAttempt(proxyUrl, idempotencyKey)).json()) as { state: unknown };
  return ['error' in result ? `${result.outcome} ${result.error.code}` : result.outcome, state];
}

describe('response of the service', () => {
  const rows: readonly (readonly [
    what: string,
    behaviour: Behaviour,
    ending: string,
    state: 'succeeded' | 'failed' | 'unknown',
    sent: number,
  ])[] = [
    ['200 with JSON', answer(200, '{}'), 'paid', 'succeeded', 1],
    ['200 without a body', answer(200), 'paid', 'succeeded', 1],
    ['200 with plain text', answer(200, 'OK', { 'Content-Type': 'text/plain' }), 'paid', 'succeeded', 1],
    ['200 with half a JSON body', answer(200, '{"id":'), 'unknown unreadable_answer', 'unknown', 1],
    ['200 with an HTML page', answer(200, '<h1>Log in</h1>', HTML), 'unknown unreadable_answer', 'unknown', 1],
    ['200 cut in the middle', cutBody, 'unknown connection_lost', 'unknown', 1],
    ['201', answer(201, '{}'), 'paid', 'succeeded', 1],
    ['202', answer(202, '{}'), 'pending', 'unknown', 1],
    ['204', answer(204), 'unknown unexpected_answer', 'unknown', 1],
    ['a redirect', redirectTo('/elsewhere'), 'unknown unreadable_answer', 'unknown', 1],
    ['303', answer(303, '', { Location: '/elsewhere' }), 'unknown unreadable_answer', 'unknown', 1],
    ['400', answer(400), 'not_charged invalid_request', 'failed', 1],
    ['401', answer(401), 'not_charged not_authorized', 'failed', 1],
    ['401 with Retry-After', answer(401, '{}', after(0)), 'not_charged not_authorized', 'failed', 1],
    ['402', answer(402), 'not_charged declined', 'failed', 1],
    ['402 with Retry-After', answer(402, '{}', after(0)), 'not_charged declined', 'failed', 1],
    ['403', answer(403), 'not_charged not_authorized', 'failed', 1],
    ['404', answer(404), 'not_charged not_found', 'failed', 1],
    ['405', answer(405), 'not_charged not_found', 'failed', 1],
    ['408', answer(408), 'unknown timeout', 'unknown', 1],
    ['408 with Retry-After', answer(408, '{}', after(0)), 'unknown timeout', 'unknown', 1],
    ['409', answer(409), 'unknown conflict', 'unknown', 1],
    ['409 with Retry-After', answer(409, '{}', after(0)), 'unknown conflict', 'unknown', 1],
    ['413', answer(413), 'not_charged invalid_request', 'failed', 1],
    ['415', answer(415), 'not_charged invalid_request', 'failed', 1],
    ['422', answer(422), 'not_charged invalid_request', 'failed', 1],
    ['425', answer(425), 'unknown unexpected_answer', 'unknown', 1],
    ['429 without Retry-After', answer(429), 'not_charged rate_limited', 'failed', 1],
    ['429 with a date for Retry-After', answer(429, '', { 'Retry-After': new Date(0).toUTCString() }), 'not_charged rate_limited', 'failed', 3], // prettier-ignore
    ['429 with a short Retry-After', answer(429, '', after(0)), 'not_charged rate_limited', 'failed', 3],
    ['429 with a Retry-After above 10 s', answer(429, '', after(11)), 'not_charged rate_limited', 'failed', 1],
    ['429 with an invalid Retry-After', answer(429, '', { 'Retry-After': 'soon' }), 'not_charged rate_limited', 'failed', 1], // prettier-ignore
    ['500', answer(500), 'unknown service_error', 'unknown', 1],
    ['500 with Retry-After', answer(500, '{}', after(0)), 'unknown service_error', 'unknown', 1],
    ['501', answer(501), 'unknown service_error', 'unknown', 1],
    ['502', answer(502), 'unknown service_error', 'unknown', 1],
    ['503', answer(503), 'unknown service_error', 'unknown', 1],
    ['503 with Retry-After', answer(503, '', after(0)), 'unknown service_error', 'unknown', 1],
    ['504', answer(504), 'unknown service_error', 'unknown', 1],
    ['a broken connection', reset, 'unknown connection_lost', 'unknown', 1],
  ];
  for (const [what, behaviour, ending, state, sent] of rows) {
    it(`${what}: ${ending}, stored as ${state}, sent ${sent === 1 ? 'once' : `${sent} times`}`, async (t) => {
      skipPauses(t);
      const { proxyUrl, service } = await startMerchant(t, {}, behaviour);
      assert.deepEqual([...(await payAt(proxyUrl)), service.requests.length], [ending, state, sent]);
    });
  }
});

describe('network error on the way to the service', () => {
  const codes = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall });
  const UNREACHABLE = ['not_charged service_unreachable', 'failed'] as const;
  const LOST = ['unknown connection_lost', 'unknown'] as const;

  for (const [cause, [ending, state], tries] of [
    [codes('ECONNREFUSED', 'connect'), UNREACHABLE, 3],
    [codes('EHOSTUNREACH', 'connect'), UNREACHABLE, 3],
    [codes('ENETUNREACH', 'connect'), UNREACHABLE, 3],
    [codes('ETIMEDOUT', 'connect'), UNREACHABLE, 3],
    [codes('UND_ERR_CONNECT_TIMEOUT'), UNREACHABLE, 3],
    [codes('ENOTFOUND', 'getaddrinfo'), UNREACHABLE, 3],
    [codes('EAI_AGAIN', 'getaddrinfo'), UNREACHABLE, 3],
    [new AggregateError([codes('ECONNREFUSED', 'connect'), codes('ETIMEDOUT', 'connect')]), UNREACHABLE, 3],
    [new AggregateError([codes('ECONNREFUSED', 'connect'), codes('ECONNRESET', 'read')]), LOST, 1],
    [codes('CERT_HAS_EXPIRED'), UNREACHABLE, 1],
    [codes('DEPTH_ZERO_SELF_SIGNED_CERT'), UNREACHABLE, 1],
    [codes('SELF_SIGNED_CERT_IN_CHAIN'), UNREACHABLE, 1],
    [codes('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), UNREACHABLE, 1],
    [codes('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), UNREACHABLE, 1],
    [codes('ERR_TLS_CERT_ALTNAME_INVALID'), UNREACHABLE, 1],
    [codes('ERR_SSL_WRONG_VERSION_NUMBER'), UNREACHABLE, 1],
    [codes('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'), UNREACHABLE, 1],
    [codes('ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC'), LOST, 1],
    [codes('ETIMEDOUT', 'read'), LOST, 1],
    [codes('EHOSTUNREACH', 'write'), LOST, 1],
    [codes('ECONNRESET', 'read'), LOST, 1],
    [codes('EPIPE', 'write'), LOST, 1],
    [codes('UND_ERR_SOCKET'), LOST, 1],
    [codes('UND_ERR_HEADERS_TIMEOUT'), LOST, 1],
    [codes('ODD'), LOST, 1],
    [new AggregateError([]), LOST, 1],
    [undefined, LOST, 1],
  ] as const) {
    const errors = (cause instanceof AggregateError ? cause.errors : [cause]) as readonly (
      NodeJS.ErrnoException | undefined
    )[];
    const names = errors.map((error) => error?.code).filter((code) => code !== undefined);
    const title = errors.map((error) => [error?.code, error?.syscall].filter(Boolean).join(' in ')).join(' and ');
    it(`${title || (cause?.name ?? 'no cause')}: ${ending}, stored as ${state}, tried ${tries === 1 ? 'once' : `${tries} times`}, logged`, async (t) => {
      skipPauses(t);
      const { logger, lines } = captureLog();
      let tried = 0;
      const fetch = () => {
        tried++;
        return Promise.reject(new TypeError('fetch failed', { cause }));
      };
      const proxyUrl = await startProxy(t, testProxy({ fetch, logger }));
      assert.deepEqual([...(await payAt(proxyUrl)), tried], [ending, state, tries]);
      const logged = lines.filter(({ event }) => event === 'service_failed').map((line) => line.cause);
      assert.deepEqual(logged, Array(tries).fill(names.join(', ') || 'TypeError'));
    });
  }
});
