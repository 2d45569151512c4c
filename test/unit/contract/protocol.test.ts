import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createIdempotencyKey, digestOf, isIdempotencyKey } from 'payment-widget/contract/protocol';
import { readAnswer, type AnswerBody } from 'payment-widget/contract/answer';
import { classifyStatus } from 'payment-widget/contract/meaning';
import names from 'payment-widget-testing/vectors/names.json' with { type: 'json' };
import vectors from 'payment-widget-testing/vectors/statuses.json' with { type: 'json' };

const JSON_BODY: AnswerBody = { kind: 'json', text: '{}', value: {} };

const verdictOf = (status: number, body: AnswerBody) => Object.values(classifyStatus(status, body)).join(' ');

describe('outcome of a status', () => {
  for (const { status, ...verdict } of vectors.statuses) {
    it(`${status}: ${verdict.outcome}`, () => {
      assert.deepEqual(classifyStatus(status, JSON_BODY), verdict);
    });
  }

  for (const status of [200, 201, 202]) {
    it(`${status} without a readable body: as with one`, () => {
      assert.equal(verdictOf(status, { kind: 'none' }), verdictOf(status, JSON_BODY));
    });

    for (const kind of ['page', 'cut'] as const) {
      it(`${status} with ${kind === 'page' ? 'an HTML page' : 'a truncated body'}: unknown`, () => {
        assert.equal(verdictOf(status, { kind }), 'unknown unreadable_answer');
      });
    }
  }
});

describe('readAnswer', () => {
  for (const { what, text, type, kind } of vectors.bodies) {
    it(`${what}: ${kind}`, async () => {
      const response = new Response(text, { headers: { 'Content-Type': type } });
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

  it('has 22 to 255 of them', () => {
    const wrong = names.keys.filter(({ key, valid }) => isIdempotencyKey(key) !== valid);
    assert.deepEqual([wrong, isIdempotencyKey(null)], [[], false]);
  });

  it('is named by its SHA-256', async () => {
    for (const { key, digest } of names.keys) if (digest) assert.equal(await digestOf(key), digest);
  });
});
