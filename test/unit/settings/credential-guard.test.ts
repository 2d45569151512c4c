import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { looksLikeCredential } from '../../../src/settings/credential-guard.js';

const CREDENTIALS = [
  'api-key',
  'apikey',
  'api_key',
  'apiKey',
  'API_KEY',
  'APIKey',
  'x-api-key',
  'data-api-key',
  'key',
  'secret-key',
  'secretKey',
  'private_key',
  'stripe-key',
  'publishable-key',
  'live-key',
  'secret',
  'client-secret',
  'clientSecret',
  'data-secret',
  'token',
  'access-token',
  'accessToken',
  'x-auth-token',
  'x-order-token',
  'orderTokenSecret',
  'order-token-secret',
  'order_token',
  'Order-Token',
  'authorization',
  'Authorization',
  'bearer',
  'password',
  'credential',
  'credentials',
];

const HARMLESS = [
  'accesskey',
  'data-key',
  'data-row-key',
  'data-testid',
  'q:key',
  'keyboard',
  'keyframes',
  'monkey',
  'lang',
  'dir',
  'class',
  'style',
  'slot',
  'part',
  'id',
  'hidden',
  'nonce',
  'aria-keyshortcuts',
  'aria-label',
  'proxy-url',
  'amount',
  'currency',
  'reference',
  'order-token',
  'orderToken',
  'description',
  'fields',
  'mode',
  'request-timeout',
  'disabled',
  'without-button',
  'submit-on-enter',
  'metadata',
  'prefill',
  'messages',
  'buildRequest',
  'interpretResponse',
];

describe('looksLikeCredential()', () => {
  it('returns true for names of credentials', () => {
    assert.deepEqual(CREDENTIALS.filter(looksLikeCredential), CREDENTIALS);
  });

  it('returns false for other names', () => {
    assert.deepEqual(HARMLESS.filter(looksLikeCredential), []);
  });
});
