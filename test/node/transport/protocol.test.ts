import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  createIdempotencyKey,
  isIdempotencyKey,
  judge,
  readAnswer,
  toMode,
  type AnswerBody,
} from '../../../src/transport/protocol.js';

const JSON_BODY: AnswerBody = { kind: 'json', text: '{}', value: {} };

/** What a status says: the outcome, and the code of the error where there is one. */
const VERDICTS: Readonly<Record<number, string>> = {
  200: 'paid',
  201: 'paid',
  202: 'pending',
  400: 'not_charged invalid_request',
  401: 'not_charged not_authorized',
  402: 'not_charged declined',
  403: 'not_charged not_authorized',
  404: 'not_charged not_found',
  405: 'not_charged not_found',
  413: 'not_charged invalid_request',
  415: 'not_charged invalid_request',
  422: 'not_charged invalid_request',
  429: 'not_charged rate_limited',
  408: 'unknown timeout',
  409: 'unknown conflict',
  500: 'unknown service_error',
  501: 'unknown service_error',
  502: 'unknown service_error',
  503: 'unknown service_error',
  504: 'unknown service_error',
  599: 'unknown service_error',
};

const verdictOf = (status: number, body: AnswerBody) => Object.values(judge(status, body)).join(' ');

describe('what a status means for the money', () => {
  for (const [status, verdict] of Object.entries(VERDICTS)) {
    it(`${status}: ${verdict}`, () => {
      assert.equal(verdictOf(Number(status), JSON_BODY), verdict);
    });
  }

  it('any other status, 0 of a hidden redirect included, is unknown', () => {
    for (const status of Array.from({ length: 500 }, (_, index) => index)) {
      if (!(status in VERDICTS))
        assert.equal(verdictOf(status, JSON_BODY), 'unknown unexpected_answer', String(status));
    }
  });

  for (const status of [200, 201, 202]) {
    it(`${status} without a body that can be read is ${VERDICTS[status] ?? ''} all the same`, () => {
      assert.equal(verdictOf(status, { kind: 'none' }), VERDICTS[status]);
    });

    for (const kind of ['page', 'cut'] as const) {
      it(`${status} with a ${kind === 'page' ? 'page of another server' : 'cut body'} is unknown`, () => {
        assert.equal(verdictOf(status, { kind }), 'unknown unreadable_answer');
      });
    }
  }
});

describe('reading the body of an answer', () => {
  for (const [what, body, type, kind] of [
    ['JSON', '{"id":1}', 'application/json', 'json'],
    ['JSON of another media type', '{"id":1}', 'application/vnd.payments+json; charset=utf-8', 'json'],
    ['JSON that does not call itself so', '{"id":1}', 'text/plain', 'json'],
    ['JSON without a media type', '{"id":1}', '', 'json'],
    ['nothing', '', '', 'none'],
    ['nothing, called JSON', '', 'application/json', 'none'],
    ['white space', ' \n', 'application/json', 'none'],
    ['plain text', 'OK', 'text/plain', 'none'],
    ['text without a media type', 'OK', '', 'none'],
    ['half of a JSON body', '{"id":', 'application/json', 'cut'],
    ['half of a problem document', '{"type":', 'application/problem+json', 'cut'],
    ['another page', '<h1>Log in</h1>', 'text/html; charset=utf-8', 'page'],
    ['another page in capitals', '<H1>LOG IN</H1>', 'TEXT/HTML', 'page'],
    ['another page that happens to be JSON', '{}', 'text/html', 'page'],
  ] as const) {
    it(`${what}: ${kind}`, async () => {
      const response = new Response(body, { headers: { 'Content-Type': type } });
      assert.equal((await readAnswer(response)).kind, kind);
    });
  }

  it('gives the text as it came and its value', async () => {
    const text = '{ "amount": 4999.0 }';
    assert.deepEqual(await readAnswer(new Response(text)), { kind: 'json', text, value: { amount: 4999 } });
  });

  it('throws when the connection breaks before the end', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"id":1'));
        controller.error(new Error('connection lost'));
      },
    });
    await assert.rejects(readAnswer(new Response(body)), /connection lost/);
  });
});

describe('idempotency keys', () => {
  it('are 43 base64url characters, 256 bits', () => {
    assert.match(createIdempotencyKey(), /^[A-Za-z0-9_-]{43}$/);
  });

  it('never come twice', () => {
    const keys = Array.from({ length: 1000 }, createIdempotencyKey);
    assert.equal(new Set(keys).size, keys.length);
  });

  it('are keys that the contract allows', () => {
    const keys = Array.from({ length: 1000 }, createIdempotencyKey);
    assert.deepEqual(keys.filter(isIdempotencyKey), keys);
  });

  for (const [what, key] of [
    ['none', null],
    ['an empty one', ''],
    ['one of 21 characters', 'k'.repeat(21)],
    ['one of 256 characters', 'k'.repeat(256)],
    ['one with a space', `${'k'.repeat(22)} `],
    ['one with a line break', `${'k'.repeat(22)}\n`],
    ['one in plain base64', `${'k'.repeat(22)}+/==`],
    ['one with letters of another script', 'é'.repeat(22)],
  ] as const) {
    it(`do not include ${what}`, () => {
      assert.equal(isIdempotencyKey(key), false);
    });
  }

  it('are 22 or more base64url characters, whoever made them', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{22,64}$/), (key) => {
        assert.equal(isIdempotencyKey(key), true);
      }),
    );
  });
});

describe('the mode that a proxy names', () => {
  for (const mode of ['test', 'live'] as const) {
    it(`${mode} is ${mode}`, () => {
      assert.equal(toMode(mode), mode);
    });
  }

  for (const value of ['', 'TEST', 'Live', ' test', null, undefined, true, ['test']]) {
    it(`${JSON.stringify(value)} is none`, () => {
      assert.equal(toMode(value), undefined);
    });
  }
});
