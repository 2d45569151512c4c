import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createIdempotencyKey, isIdempotencyKey } from '../../../src/contract/protocol.js';
import { readAnswer, type AnswerBody } from '../../../src/contract/answer.js';
import { classifyStatus } from '../../../src/contract/meaning.js';

const JSON_BODY: AnswerBody = { kind: 'json', text: '{}', value: {} };

/** The outcome of a status, and the code of its error. */
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
  599: 'unknown service_error',
};

const verdictOf = (status: number, body: AnswerBody) => Object.values(classifyStatus(status, body)).join(' ');

describe('outcome of a status', () => {
  for (const [status, verdict] of Object.entries(VERDICTS)) {
    it(`${status}: ${verdict}`, () => {
      assert.equal(verdictOf(Number(status), JSON_BODY), verdict);
    });
  }

  it('any other status: unknown', () => {
    for (const status of [0, 100, 204, 302, 406, 410, 419, 425, 451, 499]) {
      assert.equal(verdictOf(status, JSON_BODY), 'unknown unexpected_answer', String(status));
    }
  });

  for (const status of [200, 201, 202]) {
    it(`${status} without a readable body: ${VERDICTS[status] ?? ''}`, () => {
      assert.equal(verdictOf(status, { kind: 'none' }), VERDICTS[status]);
    });

    for (const kind of ['page', 'cut'] as const) {
      it(`${status} with ${kind === 'page' ? 'an HTML page' : 'a truncated body'}: unknown`, () => {
        assert.equal(verdictOf(status, { kind }), 'unknown unreadable_answer');
      });
    }
  }
});

describe('readAnswer', () => {
  for (const [what, body, type, kind] of [
    ['JSON', '{"id":1}', 'application/json', 'json'],
    ['JSON without a media type', '{"id":1}', '', 'json'],
    ['an empty body', '', '', 'none'],
    ['plain text', 'OK', 'text/plain', 'none'],
    ['truncated JSON', '{"id":', 'application/json', 'cut'],
    ['an HTML page', '<h1>Log in</h1>', 'text/html; charset=utf-8', 'page'],
    ['JSON as text/html', '{}', 'text/html', 'page'],
  ] as const) {
    it(`${what}: ${kind}`, async () => {
      const response = new Response(body, { headers: { 'Content-Type': type } });
      assert.equal((await readAnswer(response)).kind, kind);
    });
  }

  for (const [what, body, kind] of [
    ['JSON', '{"id":1}', 'json'],
    ['truncated JSON', '{"id":', 'page'],
    ['a page', '<h1>Log in</h1>', 'page'],
  ] as const) {
    it(`${what} as text/html of a known proxy: ${kind}`, async () => {
      const response = new Response(body, { headers: { 'Content-Type': 'text/html' } });
      assert.equal((await readAnswer(response, true)).kind, kind);
    });
  }

  it('throws at a body that is too long', async () => {
    await assert.rejects(readAnswer(new Response('['.repeat(300_000))), RangeError);
  });

  it('too long, as text/html of a known proxy: page', async () => {
    const body = `{"id":"${'1'.repeat(300_000)}"}`;
    const response = new Response(body, { headers: { 'Content-Type': 'text/html' } });
    assert.equal((await readAnswer(response, true)).kind, 'page');
  });
});

describe('idempotency key', () => {
  it('has 43 base64url characters, 256 bits', () => {
    assert.match(createIdempotencyKey(), /^[A-Za-z0-9_-]{43}$/);
  });

  for (const [what, key] of [
    ['null', null],
    ['a string of 21 characters', 'k'.repeat(21)],
    ['a string of 256 characters', 'k'.repeat(256)],
    ['a string with a space', `${'k'.repeat(22)} `],
  ] as const) {
    it(`is not ${what}`, () => {
      assert.equal(isIdempotencyKey(key), false);
    });
  }
});
