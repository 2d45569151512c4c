import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openSession, payRequest, withStorage } from './session.js';

type Answer = (body: string) => Response;

const lost: Answer = () => {
  throw new TypeError('Failed to fetch'); // also for a blocked preflight
};
const refused: Answer = () => Response.json({ code: 'invalid_request' }, { status: 422 });

let proxies = 0;

/** Pays at a proxy that answers `/config` and payments like this. @returns the outcome, and the bodies that were sent */
async function pay(config: Answer, payment: Answer) {
  const bodies: string[] = [];
  globalThis.fetch = (input, init) => {
    const body = typeof init?.body === 'string' ? init.body : '';
    if (init?.method === 'POST') bodies.push(body);
    return Promise.resolve().then(() => ((input as string).endsWith('/config') ? config : payment)(body));
  };
  const session = openSession();
  const outcome = await session.pay(payRequest({ proxyUrl: `https://pay.example/silent-${proxies++}` }));
  session.stopFollowing();
  const code = 'error' in outcome ? outcome.error.code : undefined;
  return { ending: [outcome.outcome, code], bodies };
}

const isProbe = (body: string) => body === '{}';

describe('a proxy that has not answered /config', () => {
  withStorage();

  it('gets no payment if it does not answer the question before it either', async () => {
    const { ending, bodies } = await pay(lost, lost);
    assert.deepEqual([ending, bodies.every(isProbe)], [['failed', 'proxy_error'], true]);
  });

  it('gets the payment if it answers the question', async () => {
    const { ending, bodies } = await pay(lost, (body) => (isProbe(body) ? refused(body) : Response.json({})));
    assert.deepEqual(
      [ending, bodies.map(isProbe)],
      [
        ['paid', undefined],
        [true, false],
      ],
    );
  });

  it('is not asked first if it answered with an error', async () => {
    const { ending, bodies } = await pay(
      () => new Response(null, { status: 503 }),
      () => Response.json({}),
    );
    assert.deepEqual([ending, bodies.map(isProbe)], [['paid', undefined], [false]]);
  });
});
