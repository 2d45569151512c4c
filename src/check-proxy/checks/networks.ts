import { NETWORKS_PATH } from '../../contract/protocol.js';
import { readNetworks } from '../../contract/networks.js';
import { failure, unchecked, warning, type Group, type Verdict } from '../check.js';
import type { ProxyResponse } from '../http.js';
import type { Card } from '../payment.js';
import { isSentAndRefused, SENT_AND_REFUSED, type Prober } from '../prober.js';
import { describe, isSuccess, jsonOf, outcomeOf } from '../responses.js';

const NUMBER = '/payment_method/card/number';

/** Test cards by brand. */
const CARDS: readonly (readonly [brand: string, card: Partial<Card>])[] = [
  ['mastercard', { number: '5555555555554444' }],
  ['american-express', { number: '378282246310005', cvc: '1234' }],
  ['visa', { number: '4242424242424242' }],
  ['jcb', { number: '3530111333300000' }],
];

/** What a proxy may declare about brands and networks. */
export const networks: Group = {
  name: 'Brands and networks',
  checks: [
    {
      id: 'brands',
      proves: 'A card of a brand that is not in brands is refused',
      fix: `Return 422 invalid_request with the pointer ${NUMBER} before anything is sent. A page can be manipulated.`,
      needs: ['payment'],
      async run(probe) {
        const { brands } = probe.config;
        if (!brands) return unchecked('/config has no brands, so all are accepted.');
        const [brand, card] = CARDS.find(([id]) => !brands.includes(id)) ?? [];
        if (!brand || !card) return unchecked('All brands of the test cards are accepted.');
        const paid = await probe.pay({ card });
        if (isSentAndRefused(paid)) return failure(SENT_AND_REFUSED);
        const { response } = paid;
        if (outcomeOf(response) !== 'not_charged') return failure(`A card of ${brand} returned ${describe(response)}.`);
        if (pointersOf(response).includes(NUMBER)) return undefined;
        return warning(`A card of ${brand} was refused without the pointer ${NUMBER}.`);
      },
    },
    {
      id: 'networks',
      proves: 'The networks of a card are answered for eight digits only',
      fix: 'Return { "networks": […] } for eight digits, empty if they are not known. Return 400 for anything else, and 403 for a foreign page.',
      harmless: true,
      async run(probe) {
        if (!probe.config.networks) return unchecked('/config has no networks, so pages do not ask.');
        const { number } = probe.card;
        const found = await ask(probe, number.slice(0, 8));
        if (!isAnswer(found)) return failure(`Eight digits returned ${describe(found)}.`);
        return (await checkLength(probe, number)) ?? (await checkLength(probe, number.slice(0, 6)));
      },
    },
  ],
};

const ask = (probe: Prober, digits: string): Promise<ProxyResponse> =>
  probe.send({ method: 'GET', path: `${NETWORKS_PATH}/${digits}` });

async function checkLength(probe: Prober, digits: string): Promise<Verdict | undefined> {
  const response = await ask(probe, digits);
  if (response.status === 400) return undefined;
  const text = `${digits.length} digits returned ${describe(response)}. Expected 400.`;
  return isSuccess(response) ? failure(text) : warning(text);
}

/** Whether a response is one of the contract: networks, or that they are not known, or that they cannot be found now. */
function isAnswer(response: ProxyResponse): boolean {
  if (response.status !== 200) return response.status === 429 || response.status === 503;
  const body = jsonOf(response) as { networks?: unknown } | undefined;
  return (Array.isArray(body?.networks) && body.networks.length === 0) || readNetworks(body) !== undefined;
}

function pointersOf(response: ProxyResponse): unknown[] {
  const { errors } = (jsonOf(response) ?? {}) as { errors?: unknown };
  return Array.isArray(errors) ? errors.map((error) => (error as { pointer?: unknown } | null)?.pointer) : [];
}
