import { digestOf, PAYMENTS_ATTEMPT } from 'payment-widget/contract';
import type { ScenarioId } from './scenarios.js';

type Send = typeof fetch;

const isPayment = ([, init]: Parameters<Send>) => init?.method === 'POST';

/** What replaces the network of a page, in the scenarios that happen there. */
export const PAGE_NETWORKS: Readonly<Partial<Record<ScenarioId, (send: Send) => Send>>> = {
  offline: () => () => Promise.reject(new TypeError('Failed to fetch')),

  cache:
    (send) =>
    async (...request) => {
      const answer = await send(...request);
      if (!isPayment(request)) return answer;
      const headers = { Age: '31', [PAYMENTS_ATTEMPT]: await digestOf('the key of another shopper') };
      return Response.json({ id: 'pay_of_another_shopper' }, { headers });
    },

  worker:
    (send) =>
    async (...request) =>
      isPayment(request) ? Response.json({ errorMessage: 'Task timed out after 6.00 seconds' }) : send(...request),
};
