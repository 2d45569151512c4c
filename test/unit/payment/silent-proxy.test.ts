import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { digestOf } from 'payment-widget/contract/protocol';
import { openSession, payRequest, withStorage } from './session.js';

type Answer = (body: string, init?: RequestInit) => Response | Promise<Response>;

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
    return Promise.resolve().then(() => ((input as string).endsWith('/config') ? config : payment)(body, init));
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

  it('gets the payment if it has answered that with an error, and the question', async () => {
    const failed = () => new Response(null, { status: 503 });
    const { ending, bodies } = await pay(failed, (body) => (isProbe(body) ? refused(body) : Response.json({})));
    assert.deepEqual([ending, bodies.map(isProbe)], [['paid', undefined], [true, false]]); // prettier-ignore
  });

  const timedOut = () => Response.json({ errorMessage: 'Task timed out after 6.00 seconds' });
  for (const [what, config] of [
    ['a gateway', () => new Response(null, { status: 502 })],
    ['a function that times out', timedOut],
  ] as const)
    it(`gets no payment if ${what} answers in its place`, async () => {
      const { ending, bodies } = await pay(config, timedOut);
      assert.deepEqual([ending, bodies.every(isProbe)], [['failed', 'proxy_error'], true]);
    });

  it('has to name the payment in its answer if it has named the question', async () => {
    const named = async (init?: RequestInit) => {
      const key = new Headers(init?.headers).get('Idempotency-Key') ?? '';
      return new Response('{}', { status: 422, headers: { 'Payments-Attempt': await digestOf(key) } });
    };
    const { ending } = await pay(timedOut, (body, init) => (isProbe(body) ? named(init) : Response.json([])));
    assert.deepEqual(ending, ['unknown', 'unreadable_answer']);
  });
});
