import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  startFaultProxy,
  type Fault,
  type FaultProxy,
  type FaultProxyOptions,
  type SeenExchange,
} from '../../faults/fault-proxy.js';
import { closedAddress, startServer } from '../../support/node-servers.js';

const BODY = JSON.stringify({ amount: 4999, reference: 'order-1042' });
/** Longer than any answer takes here, shorter than any silence that is asked for. */
const PATIENCE = 1000;
/** What the server needs for a payment, so that a second one can come meanwhile. */
const WORK = 20;

interface Server {
  readonly url: string;
  /** For each request: its body, or `cut` when the connection ended within it. */
  readonly received: readonly string[];
}

function answer(response: ServerResponse, path: string, charge: number): void {
  if (path === '/chunked') response.write('{"charge":');
  if (path === '/closing') response.setHeader('Connection', 'close');
  if (path === '/breaking') response.socket?.resetAndDestroy();
  else response.end(path === '/chunked' ? `${charge}}` : `{"charge":${charge}}`);
}

/** A server that charges: it numbers the whole requests and answers with the number. */
async function startCharging(t: TestContext): Promise<Server> {
  const received: string[] = [];
  const url = await startServer(t, (request, response) => {
    const index = received.push('cut') - 1;
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('error', () => undefined); // the connection ended, and "cut" says so
    request.on('end', () => {
      received[index] = Buffer.concat(pieces).toString();
      setTimeout(() => {
        answer(response, request.url ?? '', index + 1);
      }, WORK);
    });
  });
  return { url, received };
}

async function startLab(t: TestContext, options?: FaultProxyOptions): Promise<{ lab: FaultProxy; server: Server }> {
  const server = await startCharging(t);
  const lab = await startFaultProxy(server.url, options);
  t.after(() => lab.close());
  return { lab, server };
}

/** What a client of Node's `fetch` gets: status and body, or the code of the error and where it came. */
async function byFetch(url: string, path = '/v1/payments'): Promise<string> {
  let status = '';
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(`${url}${path}`, { method: 'POST', body: BODY, signal });
    status = `${response.status} `;
    return status + (await response.text());
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code: string } };
    return status + (cause?.code ?? name);
  }
}

/** A client that speaks HTTP with its own words, on one connection. */
class RawClient {
  readonly socket: Socket;
  /** How the connection ended. */
  readonly ended: Promise<string>;
  #text = '';
  #onText = () => {};

  constructor(url: string) {
    this.socket = connect(Number(new URL(url).port), '127.0.0.1');
    this.socket.on('data', (bytes: Buffer) => {
      this.#text += bytes.toString('latin1');
      this.#onText();
    });
    this.ended = new Promise((resolve) => {
      this.socket.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
        resolve(code);
      });
      this.socket.on('end', () => {
        resolve('FIN');
      });
    });
  }

  /** How the connection ends, if it does soon. */
  ending(): Promise<string> {
    return Promise.race([this.ended, sleep(PATIENCE, 'open', { ref: false })]);
  }

  /** Sends a payment; what came back without its head, and how the connection ended or that it is silent. */
  async post(path = '/v1/payments'): Promise<string> {
    this.#text = '';
    this.socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`);
    const answered = new Promise<string>((resolve) => {
      this.#onText = () => {
        if (/\r\n\r\n[^]*}$/.test(this.#text)) resolve('open');
      };
    });
    const silence = new AbortController();
    const silent = sleep(PATIENCE, 'silence', { signal: silence.signal });
    const end = await Promise.race([this.ended, answered, silent]);
    silence.abort();
    await silent.catch(() => undefined);
    const [head = '', body = ''] = this.#text.split('\r\n\r\n');
    const status = /^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? head;
    return [status, body, end].filter((part) => part !== '').join(' ');
  }
}

function rawClient(t: TestContext, url: string): RawClient {
  const client = new RawClient(url);
  t.after(() => client.socket.destroy());
  return client;
}

/** What is read, once it is as expected, or as it is after two seconds. */
async function eventually<T>(read: () => T, expected: T): Promise<T> {
  for (const end = Date.now() + 2000; !isDeepStrictEqual(read(), expected) && Date.now() < end;) await sleep(5);
  return read();
}

const deedsOf = ({ deeds }: SeenExchange) => deeds.map(({ what }) => what).join(' ');

const PAID = '200 {"charge":1}';
const ONCE = [BODY];
const FIN = 'UND_ERR_SOCKET';
const RST = 'ECONNRESET';
const CHARGED = 'received passed-on server-answered';

type Row = readonly [
  fault: Fault,
  received: readonly string[],
  byFetch: string,
  byRawClient: string,
  /** With `client-left` where both clients lose their patience. */
  deeds: string,
];

const ROWS: readonly Row[] = [
  [{ kind: 'pass' }, ONCE, PAID, `${PAID} open`, `${CHARGED} answered`],
  [{ kind: 'refuse' }, [], FIN, 'FIN', 'received closed'],

  [{ kind: 'reset', at: 'before-request' }, [], RST, RST, 'received reset'],
  [{ kind: 'reset', at: 'within-request' }, ['cut'], RST, RST, 'received passed-on-in-part reset'],
  [{ kind: 'reset', at: 'within-request', bytes: 10 }, [], RST, RST, 'received passed-on-in-part reset'],
  [{ kind: 'reset', at: 'after-request' }, ONCE, RST, RST, 'received passed-on reset'],
  [{ kind: 'reset', at: 'after-answer' }, ONCE, RST, RST, `${CHARGED} reset`],
  [
    { kind: 'reset', at: 'within-answer' },
    ONCE,
    `200 ${RST}`,
    `200 {"char ${RST}`,
    `${CHARGED} answered-in-part reset`,
  ],
  [{ kind: 'reset', at: 'within-answer', bytes: 12 }, ONCE, RST, `200 ${RST}`, `${CHARGED} answered-in-part reset`],

  [{ kind: 'close', at: 'before-request' }, [], FIN, 'FIN', 'received closed'],
  [{ kind: 'close', at: 'within-request' }, ['cut'], FIN, 'FIN', 'received passed-on-in-part closed'],
  [{ kind: 'close', at: 'after-request' }, ONCE, FIN, 'FIN', 'received passed-on closed'],
  [{ kind: 'close', at: 'after-answer' }, ONCE, FIN, 'FIN', `${CHARGED} closed`],
  [{ kind: 'close', at: 'within-answer' }, ONCE, `200 ${FIN}`, '200 {"char FIN', `${CHARGED} answered-in-part closed`],

  [{ kind: 'stall', at: 'before-request' }, [], 'TimeoutError', 'silence', 'received client-left'],
  [
    { kind: 'stall', at: 'within-request' },
    ['cut'],
    'TimeoutError',
    'silence',
    'received passed-on-in-part client-left',
  ],
  [{ kind: 'stall', at: 'after-request' }, ONCE, 'TimeoutError', 'silence', 'received passed-on client-left'],
  [{ kind: 'stall', at: 'after-answer' }, ONCE, 'TimeoutError', 'silence', `${CHARGED} client-left`],
  [
    { kind: 'stall', at: 'within-answer' },
    ONCE,
    '200 TimeoutError',
    '200 {"char silence',
    `${CHARGED} answered-in-part client-left`,
  ],
  [{ kind: 'stall', at: 'before-request', for: 50 }, ONCE, PAID, `${PAID} open`, `${CHARGED} answered`],
  [
    { kind: 'stall', at: 'within-request', for: 50 },
    ONCE,
    PAID,
    `${PAID} open`,
    'received passed-on-in-part passed-on server-answered answered',
  ],
  [{ kind: 'stall', at: 'within-answer', for: 50 }, ONCE, PAID, `${PAID} open`, `${CHARGED} answered-in-part answered`],
  [{ kind: 'delay', by: 50 }, ONCE, PAID, `${PAID} open`, `${CHARGED} answered`],
  [{ kind: 'delay', by: 10_000 }, ONCE, 'TimeoutError', 'silence', `${CHARGED} client-left`],

  [{ kind: 'cut', bytes: 3 }, ONCE, `200 ${FIN}`, '200 {"c FIN', `${CHARGED} answered-in-part closed`],
  [{ kind: 'cut', bytes: 1000 }, ONCE, `200 ${FIN}`, '200 {"charge":1 FIN', `${CHARGED} answered-in-part closed`],
  [{ kind: 'drip', every: 5 }, ONCE, PAID, `${PAID} open`, `${CHARGED} answered`],
  // The second byte is as far from the end of the patience as the first.
  [{ kind: 'drip', every: 650 }, ONCE, '200 TimeoutError', '200 { silence', `${CHARGED} client-left`],

  [
    { kind: 'duplicate', when: 'after-answer', answer: 'first' },
    [BODY, BODY],
    PAID,
    `${PAID} open`,
    `${CHARGED} passed-on server-answered answered`,
  ],
  [
    { kind: 'duplicate', when: 'after-answer', answer: 'second' },
    [BODY, BODY],
    '200 {"charge":2}',
    '200 {"charge":2} open',
    `${CHARGED} passed-on server-answered answered`,
  ],
  [
    { kind: 'duplicate', when: 'together', answer: 'second' },
    [BODY, BODY],
    '200 {"charge":2}',
    '200 {"charge":2} open',
    'received passed-on passed-on server-answered server-answered answered',
  ],

  [{ kind: 'replace', status: 502, body: '{}' }, ONCE, '502 {}', '502 {} open', `${CHARGED} answered`],
  [
    { kind: 'garbage' },
    ONCE,
    'HPE_INVALID_CONSTANT',
    '\u0000\u0001 this is not HTTP \u0002 FIN',
    `${CHARGED} answered closed`,
  ],
];

describe('what happens to a payment', () => {
  for (const [fault, received, byFetchIs, byRawClientIs, deeds] of ROWS) {
    const name = JSON.stringify(fault).replaceAll(/[{}"]/g, '').replaceAll(',', ', ').replace('kind:', '');

    it(`${name}, as fetch sees it`, async (t) => {
      const { lab, server } = await startLab(t);
      lab.next(fault);
      const got = await byFetch(lab.url);
      const [seen] = lab.seen;
      await seen?.done;
      assert.deepEqual(
        { got, received: await eventually(() => server.received, received), deeds: seen && deedsOf(seen) },
        { got: byFetchIs, received, deeds },
      );
    });

    it(`${name}, as a raw client sees it`, async (t) => {
      const { lab, server } = await startLab(t);
      lab.next(fault);
      const client = rawClient(t, lab.url);
      const got = await client.post();
      client.socket.destroy();
      const [seen] = lab.seen;
      await seen?.done;
      assert.deepEqual(
        { got, received: await eventually(() => server.received, received), deeds: seen && deedsOf(seen) },
        { got: byRawClientIs, received, deeds },
      );
    });
  }
});

describe('the connection of a client', () => {
  it('is kept, so that the next fault meets one that was used before', async (t) => {
    const { lab } = await startLab(t);
    lab.next({ kind: 'pass' }, { kind: 'reset', at: 'after-answer' });
    const client = rawClient(t, lab.url);
    const got = [await client.post(), await client.post()];
    assert.deepEqual(
      [got, lab.seen.map(({ reused }) => reused)],
      [
        [`${PAID} open`, RST],
        [false, true],
      ],
    );
  });

  it('is used again by fetch', async (t) => {
    const { lab } = await startLab(t);
    await byFetch(lab.url);
    for (let tries = 0; tries < 100 && !lab.seen.at(-1)?.reused; tries++) {
      await sleep(5); // it gives a connection back a moment after the answer
      await byFetch(lab.url);
    }
    assert.equal(lab.seen.at(-1)?.reused, true);
  });

  it('is kept after an answer that was replaced', async (t) => {
    const { lab } = await startLab(t);
    lab.next({ kind: 'replace', status: 500, body: '{}' });
    const client = rawClient(t, lab.url);
    assert.deepEqual([await client.post(), await client.post()], ['500 {} open', '200 {"charge":2} open']);
  });

  it('ends after the answer when the server says so', async (t) => {
    const { lab } = await startLab(t);
    const client = rawClient(t, lab.url);
    assert.deepEqual([await client.post('/closing'), await client.ending()], [`${PAID} open`, 'FIN']);
  });

  it('breaks when the server breaks it', async (t) => {
    const { lab } = await startLab(t);
    const got = await rawClient(t, lab.url).post('/breaking');
    assert.deepEqual([got, lab.seen.map(deedsOf)], [RST, ['received passed-on server-broke reset']]);
  });

  it('breaks when there is no server', async (t) => {
    const lab = await startFaultProxy(await closedAddress());
    t.after(() => lab.close());
    assert.equal(await rawClient(t, lab.url).post(), RST);
  });

  it('takes the one to the server with it when the client leaves', async (t) => {
    let heard = false;
    const url = await startServer(t, (request) => {
      request.on('close', () => (heard = true));
    });
    const lab = await startFaultProxy(url);
    t.after(() => lab.close());
    await byFetch(lab.url);
    assert.equal(await eventually(() => heard, true), true);
  });
});

it('the connection to the server ends with the answer, so that none is ever an old one', async (t) => {
  let hasEnded = false;
  const url = await startServer(t, ({ socket }, response) => {
    socket.on('close', () => (hasEnded = true));
    response.end('{}');
  });
  const lab = await startFaultProxy(url);
  t.after(() => lab.close());
  await rawClient(t, lab.url).post();
  assert.equal(await eventually(() => hasEnded, true), true);
});

describe('an answer in chunks', () => {
  for (const [fault, expected] of [
    [{ kind: 'pass' }, '200 {"charge":1}'],
    [{ kind: 'delay', by: 10 }, '200 {"charge":1}'],
    [{ kind: 'cut', bytes: 13 }, `200 ${FIN}`],
  ] as const) {
    it(`${fault.kind}: ${expected}`, async (t) => {
      const { lab } = await startLab(t);
      lab.next(fault);
      assert.equal(await byFetch(lab.url, '/chunked'), expected);
    });
  }
});

describe('what is planned', () => {
  it('next: one fault for each request, in that order, and then what always holds', async (t) => {
    const { lab } = await startLab(t);
    lab.next({ kind: 'replace', status: 501 }, { kind: 'replace', status: 502 });
    lab.next({ kind: 'replace', status: 503 });
    lab.always({ kind: 'replace', status: 504 });
    const got: string[] = [];
    for (let count = 0; count < 5; count++) got.push(await byFetch(lab.url));
    assert.deepEqual(got, ['501 ', '502 ', '503 ', '504 ', '504 ']);
  });

  it('always, as a function: it knows the request and how often that came', async (t) => {
    const { lab } = await startLab(t);
    lab.always(({ method, path, headers, attempt }) => ({
      kind: 'replace',
      status: 200,
      body: [method, path, headers['idempotency-key'], attempt].join(' '),
    }));
    const pay = async (key: string) => {
      const response = await fetch(`${lab.url}/a?b`, { method: 'POST', headers: { 'Idempotency-Key': key } });
      return response.text();
    };
    assert.deepEqual(
      [await pay('k1'), await pay('k1'), await pay('k2')],
      ['POST /a?b k1 1', 'POST /a?b k1 2', 'POST /a?b k2 1'],
    );
  });

  it('what does not match passes, takes nothing from the plan, and is not recorded', async (t) => {
    const { lab } = await startLab(t);
    lab.next({ kind: 'replace', status: 501 });
    const statuses = [(await fetch(lab.url)).status, (await fetch(lab.url, { method: 'POST' })).status];
    assert.deepEqual([statuses, lab.seen.map(({ method }) => method)], [[200, 501], ['POST']]);
  });

  it('what matches can be chosen', async (t) => {
    const { lab } = await startLab(t, { matches: ({ path }) => path === '/config' });
    lab.always({ kind: 'replace', status: 501 });
    const got = [await byFetch(lab.url, '/config'), await byFetch(lab.url)];
    assert.deepEqual(got, ['501 ', '200 {"charge":2}']);
  });

  it('run: something else happens at that point, and then it goes on', async (t) => {
    const { lab, server } = await startLab(t);
    const received: number[] = [];
    const run = () => void received.push(server.received.length);
    lab.next({ kind: 'run', at: 'before-request', run }, { kind: 'run', at: 'after-answer', run });
    const got = [await byFetch(lab.url), await byFetch(lab.url)];
    assert.deepEqual(
      [got, received],
      [
        [PAID, '200 {"charge":2}'],
        [0, 2],
      ],
    );
  });
});

describe('nobody listens', () => {
  it('after "refuse" with "down", for that long', async (t) => {
    const { lab } = await startLab(t);
    lab.next({ kind: 'refuse', down: 1000 });
    const got = [await byFetch(lab.url), await byFetch(lab.url)];
    let after = 'ECONNREFUSED';
    for (const end = Date.now() + 5000; after === 'ECONNREFUSED' && Date.now() < end;) {
      await sleep(50);
      after = await byFetch(lab.url);
    }
    assert.deepEqual([...got, after], [FIN, 'ECONNREFUSED', PAID]);
  });

  it('between down and up, not even on a connection that was idle', async (t) => {
    const { lab } = await startLab(t);
    const client = rawClient(t, lab.url);
    await client.post();
    lab.down();
    const got = [await client.ending(), await byFetch(lab.url)];
    await lab.up();
    assert.deepEqual([...got, await byFetch(lab.url)], ['FIN', 'ECONNREFUSED', '200 {"charge":2}']);
  });

  it('but what is under way comes to its end, and then its connection', async (t) => {
    const { lab } = await startLab(t);
    const client = rawClient(t, lab.url);
    lab.next({
      kind: 'run',
      at: 'after-request',
      run: () => {
        lab.down();
      },
    });
    assert.deepEqual([await client.post(), await client.ending()], [`${PAID} open`, 'FIN']);
  });
});

describe('what is recorded', () => {
  it('the request, the fault, and the answer that nobody got', async (t) => {
    const { lab } = await startLab(t);
    const fault: Fault = { kind: 'close', at: 'after-answer' };
    lab.next(fault);
    await byFetch(lab.url);
    const [{ method, path, attempt, body, answers, ...rest } = assert.fail()] = lab.seen;
    assert.deepEqual(
      { method, path, attempt, body, fault: rest.fault, answers: answers.map(({ status, body }) => [status, body]) },
      { method: 'POST', path: '/v1/payments', attempt: 1, body: BODY, fault, answers: [[200, '{"charge":1}']] },
    );
  });

  it('both answers to a duplicate', async (t) => {
    const { lab } = await startLab(t);
    lab.next({ kind: 'duplicate', when: 'together', answer: 'first' });
    await byFetch(lab.url);
    assert.deepEqual(
      lab.seen[0]?.answers.map(({ body }) => body),
      ['{"charge":1}', '{"charge":2}'],
    );
  });

  it('when: the answer came after the delay, and the server had made it before', async (t) => {
    const { lab } = await startLab(t);
    lab.next({ kind: 'delay', by: 100 });
    await byFetch(lab.url);
    const at = new Map(lab.seen[0]?.deeds.map((deed) => [deed.what, deed.at]));
    const waited = (at.get('answered') ?? 0) - (at.get('server-answered') ?? 0);
    assert.ok(waited >= 99, `${waited} ms`); // a timer counts in whole ones
  });
});

it('close leaves no socket, no timer and nothing that waits', async (t) => {
  const server = await startCharging(t);
  const open = () => process.getActiveResourcesInfo().filter((name) => /^(TCP|Timeout)/.test(name));
  const lab = await startFaultProxy(server.url);
  lab.next({ kind: 'pass' }, { kind: 'stall', at: 'within-answer' }, { kind: 'refuse', down: 60_000 });
  const clients = [rawClient(t, lab.url), rawClient(t, lab.url), rawClient(t, lab.url)];
  for (const client of clients) await client.post();
  await lab.close();
  await Promise.all(lab.seen.map(({ done }) => done));
  assert.deepEqual(await eventually(open, ['TCPServerWrap']), ['TCPServerWrap'], 'only the server is there');
});
