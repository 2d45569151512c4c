import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { assertProblem, captureLog, paymentRequest, payAs, testProxy } from '../../support/node-proxy.js';
import { startServer } from '../../support/node-servers.js';
import { FakeClock } from '../../support/fake-clock.js';
import { until } from '../../support/until.js';

const URL = 'https://shop.example/pay';

describe('a body that was read before the proxy', () => {
  for (const [what, read] of [
    ['with json()', (request) => request.json()],
    ['with text()', (request) => request.text()],
    ['in part, by a reader that is still open', (request) => request.body?.getReader().read()],
  ] satisfies [string, (request: Request) => unknown][]) {
    it(`is reported: ${what}`, async () => {
      const request = paymentRequest(URL);
      await read(request);
      await assertProblem(await testProxy()(request), 500, 'body_already_read', 'not_charged');
    });
  }

  it('is reported if the stream is empty but the headers announce a body', async () => {
    const request = paymentRequest(URL, '', { 'Content-Length': '460' });
    await assertProblem(await testProxy()(request), 500, 'body_already_read', 'not_charged');
  });

  it('is reported to a client whose request the adapter has aborted', async (t) => {
    const { logger, lines } = captureLog();
    const proxy = testProxy({ logger });
    const pay = createRequestListener((request: Request) => proxy(request));
    const url = await startServer(t, (request, response) => {
      request.resume().once('end', () => {
        pay(request, response);
      });
    });
    await assertProblem(await payAs(`${url}/pay`), 500, 'body_already_read', 'not_charged');
    assert.deepEqual(lines.map(({ event, code }) => [event, code]), [['requests_refused', 'body_already_read']]); // prettier-ignore
  });
});

/** In ms. */
const LIMIT = 10_000;

describe('a body that arrives late', () => {
  /** Pays with a body that does not arrive yet. */
  async function payLate() {
    const clock = new FakeClock();
    const proxy = testProxy({ fetch: () => Promise.resolve(Response.json({})) }, clock);
    const given = paymentRequest(URL);
    const { headers } = given;
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({ start: (own) => void (controller = own) });
    const paying = proxy(new Request(`${URL}/v1/payments`, { method: 'POST', headers, body, duplex: 'half' } as never));
    const sent = new Uint8Array(await given.arrayBuffer());
    const send = () => {
      controller?.enqueue(sent);
      controller?.close();
    };
    await until(() => clock.waiting.includes(LIMIT));
    const trickle = () => controller?.enqueue(new TextEncoder().encode(' '));
    return { clock, paying, send, trickle };
  }

  it('is read within 10 s', async () => {
    const { clock, paying, send } = await payLate();
    await clock.advance(LIMIT - 1);
    send();
    assert.equal((await paying).status, 200);
  });

  it('is refused after 10 s even if data keeps arriving, and closes the connection', async () => {
    const { clock, paying, trickle } = await payLate();
    for (let second = 0; second < 10; second++) {
      trickle();
      await clock.advance(1000);
    }
    const response = await paying;
    assert.equal(response.headers.get('Connection'), 'close');
    await assertProblem(response, 408, 'invalid_request', 'not_charged');
  });
});
