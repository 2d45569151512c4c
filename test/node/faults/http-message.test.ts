import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Broken, ByteReader, readMessage } from '../../faults/http-message.js';

const POST = 'POST / HTTP/1.1\r\n';
const OK = 'HTTP/1.1 200 OK\r\n';

/** What is read of bytes after which the other side closes; `next` is what is left for the next message. */
async function read(bytes: string | readonly Buffer[], answerTo?: string) {
  const reader = new ByteReader(Readable.from(typeof bytes === 'string' ? [Buffer.from(bytes)] : bytes));
  const message = await readMessage(reader, answerTo === undefined ? {} : { answerTo });
  const next = await reader.some(Infinity).then(String, () => '');
  return { ...message, next };
}

describe('where a message ends', () => {
  const cases: readonly [what: string, bytes: string, answerTo: string | undefined, payload: string, next: string][] = [
    ['a request with a length, after that', `${POST}Content-Length: 3\r\n\r\nabcNEXT`, undefined, 'abc', 'NEXT'],
    ['a request without one, after its head', `${POST}Host: x\r\n\r\nNEXT`, undefined, '', 'NEXT'],
    [
      'chunks, after the empty one',
      `${POST}Transfer-Encoding: chunked\r\n\r\n2;x=y\r\nab\r\nA\r\n0123456789\r\n0\r\n\r\nNEXT`,
      undefined,
      'ab0123456789',
      'NEXT',
    ],
    [
      'chunks with trailers, after those',
      `${OK}transfer-encoding: Chunked\r\n\r\n1\r\na\r\n0\r\nA: b\r\n\r\nNEXT`,
      'POST',
      'a',
      'NEXT',
    ],
    ['an answer with a length, after that', `${OK}CONTENT-LENGTH:3\r\n\r\nabcNEXT`, 'POST', 'abc', 'NEXT'],
    ['an answer without one, with the connection', `${OK}\r\nabc`, 'POST', 'abc', ''],
    ['an answer to HEAD, after its head', `${OK}Content-Length: 3\r\n\r\nNEXT`, 'HEAD', '', 'NEXT'],
    ['204, after its head', 'HTTP/1.1 204 No Content\r\n\r\nNEXT', 'POST', '', 'NEXT'],
    ['304, after its head', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 3\r\n\r\nNEXT', 'GET', '', 'NEXT'],
  ];
  for (const [what, bytes, answerTo, payload, next] of cases) {
    it(what, async () => {
      const message = await read(bytes, answerTo);
      assert.deepEqual([message.payload, message.next], [payload, next]);
    });
  }

  it('however its bytes come: they are kept, and split nowhere else', async () => {
    const body = fc.string({ unit: fc.constantFrom('a', '\r', '\n', '0', ':'), maxLength: 40 });
    const chunked = fc.array(body.filter((text) => text !== '')).map((chunks) => {
      const lines = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`);
      return { wire: `${POST}Transfer-Encoding: chunked\r\n\r\n${lines.join('')}0\r\n\r\n`, payload: chunks.join('') };
    });
    const sized = body.map((text) => ({ wire: `${POST}Content-Length: ${text.length}\r\n\r\n${text}`, payload: text }));
    const cuts = fc.array(fc.nat(200));
    await fc.assert(
      fc.asyncProperty(fc.oneof(chunked, sized), cuts, async ({ wire, payload }, places) => {
        const all = Buffer.from(`${wire}NEXT`);
        const ends = [...places, all.length].sort((a, b) => a - b);
        const pieces = ends.map((end, index) => all.subarray(ends[index - 1] ?? 0, end));
        const message = await read(pieces);
        const told = [Buffer.concat([message.head, message.body]).toString(), message.payload, message.next];
        assert.deepEqual(told, [wire, payload, 'NEXT']);
      }),
    );
  });
});

describe('a message that ends too early', () => {
  for (const [where, bytes] of [
    ['in its head', 'POST / HTTP/1.1\r\nHost:'],
    ['in its body', `${POST}Content-Length: 3\r\n\r\nab`],
    ['in a chunk', `${POST}Transfer-Encoding: chunked\r\n\r\n5\r\nab`],
    ['before its last chunk', `${POST}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n`],
  ] as const) {
    it(`${where} is told by how it ended`, async () => {
      await assert.rejects(read(bytes), (error) => error instanceof Broken && error.code === 'FIN');
    });
  }
});

describe('whether the connection can carry another message', () => {
  for (const [answer, keepsAlive] of [
    [`${OK}Content-Length: 0\r\n\r\n`, true],
    [`${OK}Content-Length: 0\r\nConnection: close\r\n\r\n`, false],
    [`${OK}\r\n`, false],
  ] as const) {
    it(`${JSON.stringify(answer)}: ${keepsAlive ? 'yes' : 'no'}`, async () => {
      assert.equal((await read(answer, 'POST')).keepsAlive, keepsAlive);
    });
  }
});
