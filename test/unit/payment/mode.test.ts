import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Mode } from 'payment-widget/contract/protocol';
import { modeError, ProxyClient } from 'payment-widget/payment/proxy-client';
import { openSession, payRequest, withStorage } from './session.js';

describe('modeError()', () => {
  for (const [expected, reported, isSecure, code] of [
    ['test', 'live', true, 'mode_mismatch'],
    [undefined, 'live', false, 'insecure_context'],
    ['live', undefined, false, 'insecure_context'],
    [undefined, 'live', true, undefined],
    ['test', 'test', false, undefined],
    [undefined, undefined, false, undefined],
  ] as const) {
    it(`page ${expected ?? 'nothing'}, proxy ${reported ?? 'nothing'}, secure ${isSecure}: ${code ?? 'none'}`, () => {
      assert.equal(modeError(expected, reported, isSecure)?.code, code);
    });
  }
});

describe('a page that expects a mode', () => {
  withStorage();
  let proxies = 0;

  /** @param config - how the proxy answers `/config` */
  async function payWith(expected: Mode, config: () => Response, payment = () => Response.json({})) {
    const sent: Headers[] = [];
    const asked: string[] = [];
    const bodies: unknown[] = [];
    globalThis.fetch = (input, init) => {
      if (init?.method === 'POST') bodies.push(init.body);
      if (init?.method === 'POST') sent.push(new Headers(init.headers));
      else asked.push(input as string);
      return Promise.resolve(init?.method === 'POST' ? payment() : config());
    };
    const proxy = new ProxyClient(
      () => undefined,
      () => undefined,
      () => expected,
    );
    const session = openSession(proxy);
    const outcome = await session.pay(payRequest({ proxyUrl: `https://pay.example/mode-${proxies++}` }));
    session.stopFollowing();
    const code = 'error' in outcome ? outcome.error.code : undefined;
    return { code, sent, bodies, proxy, asked };
  }

  for (const [what, config] of [
    ['503', () => new Response(null, { status: 503 })],
    ['429', () => new Response(null, { status: 429 })],
    ['403', () => new Response(null, { status: 403 })],
    ['a cut body', () => new Response('{"mo', { headers: { 'Content-Type': 'application/json' } })],
  ] as const) {
    it(`sends nothing while /config answers ${what}`, async () => {
      const { code, sent } = await payWith('test', config);
      assert.deepEqual([code, sent.length], ['proxy_error', 0]);
    });
  }

  it('pays if a refused configuration names the mode', async () => {
    const refused = () => new Response(null, { status: 403, headers: { 'Payments-Mode': 'test' } });
    assert.equal((await payWith('test', refused)).sent.length, 1);
  });

  for (const [what, config] of [
    ['has no configuration', () => new Response(null, { status: 404 })],
    ['declares nothing', () => Response.json({})],
  ] as const) {
    it(`pays at a proxy of another origin that ${what}`, async () => {
      assert.equal((await payWith('test', config)).code, undefined);
    });

    it(`sends it no payment if its answers name another mode, and it ${what}`, async () => {
      const live = () => new Response(null, { status: 422, headers: { 'Payments-Mode': 'live' } });
      const { code, bodies } = await payWith('test', config, live);
      assert.deepEqual([code, bodies], ['mode_mismatch', ['{}']]);
    });
  }

  const bound = { mode: 'test', idempotency: true, recovery: true, binding: true };
  const mismatch = () =>
    Response.json(
      { code: 'mode_mismatch', outcome: 'not_charged' },
      {
        status: 403,
        headers: { 'Content-Type': 'application/problem+json', 'Payments-Mode': 'live' },
      },
    );

  it('names the mode that it shows to a proxy that compares it', async () => {
    const { sent } = await payWith('test', () => Response.json(bound));
    assert.equal(sent[0]?.get('Payments-Mode'), 'test');
  });

  it('names it to no other proxy, which may refuse the header', async () => {
    const { sent } = await payWith('test', () => Response.json({ ...bound, binding: false }));
    assert.equal(sent[0]?.get('Payments-Mode'), null);
  });

  it('asks for the configuration again, past the caches, once an answer has another mode', async () => {
    const { proxy, asked } = await payWith('test', () => Response.json({ ...bound, binding: false }), mismatch);
    assert.deepEqual([proxy.mode, asked.filter((url) => /\/config\?at=\d+$/.test(url)).length], ['live', 1]);
  });
});
