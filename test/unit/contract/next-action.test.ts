import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isActionOrigin } from 'payment-widget/contract/security';
import { ACTION_LIMITS, checkAction } from 'payment-widget/contract/next-action';

const ORIGIN = 'https://acs.example';
const ORIGINS = [ORIGIN, 'http://localhost:4300'];
const url = `${ORIGIN}/challenge`;

const fields = (count: number, value = 'x') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field-${index}`, value]));

describe('checkAction()', () => {
  it('adds the members that are missing', () => {
    assert.deepEqual(checkAction({ url }, ORIGINS), { url, method: 'GET', fields: {} });
  });

  for (const [what, action] of [
    ['a form', { url, method: 'POST', fields: { creq: 'eyJ0', threeDSSessionData: '' } }],
    ['http on this computer', { url: 'http://localhost:4300/challenge' }],
  ] as const) {
    it(`accepts ${what}`, () => {
      assert.equal(typeof checkAction(action, ORIGINS), 'object');
    });
  }

  for (const [what, action, problem] of [
    ['text', url, /not an object/],
    ['no URL', {}, /no valid url/],
    ['a relative URL', { url: '/challenge' }, /no valid url/],
    ['a URL that is too long', { url: url.padEnd(ACTION_LIMITS.url + 1, 'x') }, /no valid url/],
    ['http on another computer', { url: 'http://acs.example/' }, /not secure/],
    ['a script', { url: 'javascript:alert(1)' }, /not secure/],
    ['a blob', { url: `blob:${ORIGIN}/1` }, /not secure/],
    ['a user', { url: 'https://user@acs.example/' }, /not secure/],
    ['an unknown origin', { url: 'https://acs.example.evil.example/' }, /another origin/],
    ['another method', { url, method: 'PUT' }, /invalid method/],
    ['fields with GET', { url, fields: fields(1) }, /GET/],
    ['too many fields', { url, method: 'POST', fields: fields(ACTION_LIMITS.fields + 1) }, /too many/],
    ['a long value', { url, method: 'POST', fields: fields(1, 'x'.repeat(ACTION_LIMITS.fieldValue + 1)) }, /too long/],
    ['a field without a name', { url, method: 'POST', fields: { '': 'x' } }, /fields/],
  ] as const) {
    it(`refuses ${what}`, () => {
      const checked = checkAction(action, ORIGINS);
      assert.match(typeof checked === 'string' ? checked : 'accepted', problem);
    });
  }

  it('does not repeat the action in the problem', () => {
    assert.doesNotMatch(checkAction({ url: 'https://secret.example/secret' }, ORIGINS) as string, /secret/);
  });
});

describe('isActionOrigin()', () => {
  for (const origin of ['https://acs.example', 'https://acs.example:8443', 'http://localhost:4300', 'http://[::1]:1']) {
    it(`accepts ${origin}`, () => {
      assert.ok(isActionOrigin(origin));
    });
  }
  for (const origin of ['https://acs.example/', 'https://ACS.example', 'http://acs.example', '*', 'https://*', '', 5]) {
    it(`refuses ${origin}`, () => {
      assert.ok(!isActionOrigin(origin));
    });
  }
});
