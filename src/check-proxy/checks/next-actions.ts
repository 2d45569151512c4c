import { failure, unchecked, type Group } from '../check.js';
import { always, respond } from '../fake-service.js';
import type { ProxyResponse } from '../http.js';
import { describe, jsonOf, outcomeOf } from '../responses.js';

/** Addresses that no proxy may know: the name is reserved (RFC 2606). */
const ADDRESSES = ['https://bank.invalid/', 'http://bank.invalid/'];

/** Confirmations by the bank, if the proxy passes them on. */
export const nextActions: Group = {
  name: 'Next actions',
  checks: [
    {
      id: 'next-action-origin',
      proves: 'A next action of an unknown origin is not passed on, also when the page asks again',
      fix: 'Pass on only https URLs of origins that you know. Otherwise return 502 action_refused: the service has the payment.',
      needs: ['payment', 'service'],
      async run(probe) {
        const { next_action: isDeclared, recovery } = probe.config;
        if (!isDeclared) return unchecked('/config has no next_action, so pages expect none.');
        for (const url of ADDRESSES) {
          const origin = new URL(url).origin;
          probe.service.next(...always(respond(202, JSON.stringify({ next_action: { url } }))));
          const { key, response } = await probe.pay();
          probe.service.next();
          if (hasAction(response)) return failure(`An action of ${origin} was passed on.`);
          if (!['unknown', 'pending'].includes(outcomeOf(response))) {
            return failure(`An action of ${origin} became ${describe(response)}. Expected an unknown outcome.`);
          }
          if (recovery && hasAction(await probe.readAttempt(key))) {
            return failure(`GET …/attempts passed on an action of ${origin}.`);
          }
        }
        return undefined;
      },
    },
  ],
};

const hasAction = (response: ProxyResponse): boolean => {
  const body = jsonOf(response);
  return typeof body === 'object' && body !== null && 'next_action' in body && Boolean(body.next_action);
};
