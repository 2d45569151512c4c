import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { never, startFaultProxy, type Fault } from './fault-proxy.js';
import { startServer } from '../support/node-servers.js';
import { until } from '../support/until.js';

/** That faults happen as described: else fault tests could pass without. */

const BODY = JSON.stringify({ amount: 4999, reference: 'order-1042' });
const RST = /^(200 )?(ECONNRESET|UND_ERR_SOCKET)$/; // within the answer, undici may read the end of the data first
const FIN = /^(200 )?UND_ERR_SOCKET$/;
const LEFT = /^(200 )?AbortError$/;

const FAULTS: readonly (readonly [fault: Fault, received: readonly string[], response: RegExp])[] = [
  [{ kind: 'pass' }, [BODY], /^200 \{"charge":1\}$/],
  [{ kind: 'reset', at: 'before-request' }, [], RST],
  [{ kind: 'reset', at: 'within-request' }, ['cut'], RST],
  [{ kind: 'reset', at: 'after-request' }, [BODY], RST],
  [{ kind: 'reset', at: 'after-answer' }, [BODY], RST],
  [{ kind: 'reset', at: 'within-answer' }, [BODY], RST],
  [{ kind: 'close', at: 'before-request' }, [], FIN],
  [{ kind: 'close', at: 'within-answer' }, [BODY], FIN],
  [{ kind: 'hold', at: 'before-request', until: never }, [], LEFT],
  [{ kind: 'hold', at: 'within-answer', until: never }, [BODY], LEFT],
  [{ kind: 'hold', at: 'within-request', until: () => Promise.resolve() }, [BODY], /^200 \{"charge":1\}$/],
  [{ kind: 'duplicate' }, [BODY, BODY], /^200 \{"charge":[12]\}$/],
  [{ kind: 'replace', status: 502, body: '{}' }, [BODY], /^502 \{\}$/],
  [{ kind: 'garbage' }, [BODY], /^HPE_INVALID_CONSTANT$/],
];

describe('the fault proxy', { concurrency: true }, () => {
  for (const [fault, expected, response] of FAULTS) {
    it(`injects ${JSON.stringify(fault)}`, async (t) => {
      const received: string[] = [];
      const url = await startServer(t, (request, answer) => {
        const number = received.push('cut');
        text(request).then(
          (body) => {
            received[number - 1] = body;
            answer.end(`{"charge":${number}}`);
          },
          () => undefined,
        );
      });
      const faults = await startFaultProxy(t, url);
      faults.next(fault);
      const client = new AbortController();
      const posting = fetch(faults.url, { method: 'POST', body: BODY, signal: client.signal });
      let status = '';
      const told = posting
        .then((answer) => {
          status = `${answer.status} `;
          return answer.text();
        })
        .catch(({ name, cause }: Error & { cause?: { code: string } }) => cause?.code ?? name);
      await until(() => fault.kind === 'pass' || faults.seen[0]?.isInjected);
      if (response === LEFT) client.abort();
      const last = await told;
      assert.match(status + last, response);
      await until(() => received.length >= expected.length); // a part of a request arrives after the client's error
      assert.deepEqual(received, expected);
    });
  }

  it('ends the exchange of a client that leaves before an earlier one on its connection has ended', async (t) => {
    const url = await startServer(t, (_, answer) => answer.end('{}'));
    const faults = await startFaultProxy(t, url);
    faults.next({ kind: 'hold', at: 'after-answer', until: never });
    const { port } = new URL(faults.url);
    const client = connect(Number(port), 'localhost');
    for (const method of ['POST', 'GET'])
      client.write(`${method} / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n`);
    await until(() => faults.seen[1]?.answers.length);
    client.destroy();
    await Promise.all(faults.seen.map(({ done }) => done));
  });
});
