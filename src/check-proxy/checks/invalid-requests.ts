import { IDEMPOTENCY_KEY, parseAnswer } from '../../contract/protocol.js';
import { failure, warning, type Group } from '../check.js';
import { NoResponseError } from '../http.js';
import type { Card } from '../payment.js';
import { isSentAndRefused, SENT_AND_REFUSED } from '../prober.js';
import { DEFAULTS } from '../settings.js';
import { describe, isProblem, isSuccess, isUnknownPath, jsonOf, outcomeOf } from '../responses.js';
import { explainOtherServer } from './explain-payment.js';

/** Maximum length of a body by the contract, in bytes. */
const MAX_BODY = 16 * 1024;

const BAD_CARDS: readonly (readonly [what: string, card: Partial<Card>])[] = [
  ['A number that begins with 0', { number: `0${DEFAULTS.card}` }],
  ['A number with a wrong check digit', { number: '4242424242424241' }],
  ['A past expiry date', { exp_month: 1, exp_year: 2020 }],
];

/** Requests that the widget never sends. */
export const invalidRequests: Group = {
  name: 'Invalid requests',
  checks: [
    {
      id: 'method',
      proves: 'Only POST can pay',
      fix: 'Return 405 with Allow: POST for every other method. Links, images and prefetching send GET.',
      needs: ['payment'],
      async run(probe) {
        const passed: string[] = [];
        const bare: string[] = [];
        for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
          const { response, received } = await probe.pay({ method });
          if (isSuccess(response) || received.some((request) => request.method === 'POST')) {
            return failure(`${method} returned ${describe(response)}.`);
          }
          if (received.length > 0) passed.push(method);
          else if (response.status === 405 && !/\bPOST\b/.test(response.headers.get('Allow') ?? '')) bare.push(method);
        }
        if (passed.length > 0) return warning(`The service received, with your key: ${passed.join(', ')}.`);
        return bare.length > 0 ? warning(`405 lacks Allow: POST for ${bare.join(', ')}.`) : undefined;
      },
    },
    {
      id: 'content-type',
      proves: 'Only application/json is accepted',
      fix: 'Return 415 for any other Content-Type. Forms on other sites can send text/plain without a preflight.',
      needs: ['payment'],
      async run(probe) {
        for (const type of ['text/plain', 'application/x-www-form-urlencoded', undefined]) {
          const paid = await probe.pay({ headers: { 'Content-Type': type } });
          if (isSentAndRefused(paid)) return failure(SENT_AND_REFUSED);
          const { response } = paid;
          if (isSuccess(response)) return warning(`${type ?? 'No Content-Type'} returned ${describe(response)}.`);
        }
        return undefined;
      },
    },
    {
      id: 'content-encoding',
      proves: 'A body with an unsupported Content-Encoding is refused',
      fix: 'Return 415 for a Content-Encoding that you do not decode. Otherwise you validate other data than the service reads.',
      needs: ['payment'],
      async run(probe) {
        const paid = await probe.pay({ headers: { 'Content-Encoding': 'check-proxy' } });
        if (isSentAndRefused(paid)) return failure(SENT_AND_REFUSED);
        const { response } = paid;
        return outcomeOf(response) === 'not_charged' ? undefined : warning(`The proxy returned ${describe(response)}.`);
      },
    },
    {
      id: 'key-required',
      proves: 'A payment without a valid Idempotency-Key is refused',
      fix: `Return 400 if ${IDEMPOTENCY_KEY} is not 22 to 255 base64url characters. Without a key, repeated payments cannot be detected.`,
      needs: ['payment'],
      async run(probe) {
        for (const key of [undefined, 'short', `${'k'.repeat(30)} or 1=1`]) {
          const paid = await probe.pay({ headers: { [IDEMPOTENCY_KEY]: key } });
          if (isSentAndRefused(paid)) return failure(SENT_AND_REFUSED);
          const { response } = paid;
          if (!isSuccess(response)) continue;
          const text = `${key === undefined ? 'Without a key' : `With "${key}"`}, the proxy returned ${describe(response)}.`;
          return probe.config.idempotency ? failure(text) : warning(text);
        }
        return undefined;
      },
    },
    {
      id: 'not-json',
      proves: 'A body that is not JSON is refused',
      fix: 'Return 400 for a body that cannot be parsed. 5xx would mean that the card may have been charged.',
      harmless: true,
      async run(probe) {
        const { response } = await probe.pay({ body: '{"amount":' });
        if (isSuccess(response)) return failure(`The proxy returned ${describe(response)}.`);
        // With a Live key, only this request shows whether there is a proxy.
        const isProxy = probe.mode !== undefined || isProblem(response);
        if (probe.settings.live && !isProxy && isUnknownPath(response))
          return explainOtherServer(response, probe.settings);
        return response.status >= 500 ? warning(`The proxy returned ${describe(response)}.`) : undefined;
      },
    },
    {
      id: 'body-limit',
      proves: 'A body of more than 16 KiB is refused',
      fix: 'Return 413 for a body of more than 16 KiB. A payment has about 500 bytes; web servers often accept 1 MB and more.',
      needs: ['payment'],
      async run(probe) {
        const metadata = { note: 'x'.repeat(MAX_BODY) };
        try {
          const { response, received } = await probe.pay({ metadata });
          if (response.status === 413) return undefined;
          if (received.length > 0) return warning('The service received it.');
          return warning(`The proxy returned ${describe(response)}. Expected 413.`);
        } catch (error) {
          if (error instanceof NoResponseError && error.reason === 'broken') return undefined; // closing the connection is fine
          throw error;
        }
      },
    },
    {
      id: 'card-rules',
      proves: 'A card that the form refuses is refused',
      fix: 'Return 422 invalid_request for a card number that begins with 0 or has a wrong check digit, and for a past expiry date. Card testers do not use the form.',
      needs: ['payment'],
      async run(probe) {
        const accepted: string[] = [];
        for (const [what, card] of BAD_CARDS) {
          const paid = await probe.pay({ card });
          if (isSentAndRefused(paid)) return failure(SENT_AND_REFUSED);
          if (outcomeOf(paid.response) !== 'not_charged') accepted.push(`${what} returned ${describe(paid.response)}`);
        }
        return accepted.length > 0 ? warning(`${accepted.join('; ')}.`) : undefined;
      },
    },
    {
      id: 'price',
      proves: 'A wrong price is refused, and the response contains the right one',
      fix: 'Look up the price by the reference. If it differs, return 409 amount_changed, "not_charged", with the amount and currency of the order.',
      needs: ['payment'],
      async run(probe) {
        const { amount, currency } = probe.settings;
        const { response, received } = await probe.pay({ amount: amount + 1 });
        if (isSuccess(response) || received.length > 0) return warning('The page decides the price.');
        if (outcomeOf(response) !== 'not_charged') {
          return failure(`The proxy returned ${describe(response)}, which does not mean "not_charged".`);
        }
        if (response.status !== 409) return undefined;
        const { amount: price, currency: unit } = (jsonOf(response) ?? {}) as Readonly<Record<string, unknown>>;
        if (price === amount && unit === currency) return undefined;
        return failure('The response does not contain the price of the order.');
      },
    },
    {
      id: 'not-found',
      proves: 'Unknown paths are refused',
      fix: 'Return 404 for every path that is not in the contract.',
      harmless: true,
      async run(probe) {
        const response = await probe.send({ method: 'GET', path: '/v1/refunds' });
        if (response.status >= 400 && response.status < 500) return undefined;
        const isPage = parseAnswer(response.text, response.headers).kind === 'page';
        const text = `GET …/v1/refunds returned ${describe(response)}`;
        return isSuccess(response) && !isPage
          ? failure(`${text}.`)
          : warning(`${text}${isPage ? ', a web page' : ''}.`);
      },
    },
  ],
};
