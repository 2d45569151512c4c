import assert from 'node:assert/strict';
import { it } from 'node:test';
import { looksLikeCredential } from 'payment-widget/settings/credential-guard';

const CREDENTIALS = [
  ...['api-key', 'apikey', 'api_key', 'apiKey', 'API_KEY', 'APIKey', 'x-api-key', 'data-api-key', 'key', 'live-key'],
  ...['secret-key', 'secretKey', 'private_key', 'stripe-key', 'publishable-key', 'secret', 'client-secret'],
  ...['clientSecret', 'data-secret', 'token', 'access-token', 'accessToken', 'x-auth-token', 'x-order-token'],
  ...['orderTokenSecret', 'order-token-secret', 'order_token', 'Order-Token', 'authorization', 'bearer', 'password'],
];

const HARMLESS = [
  ...['accesskey', 'data-key', 'data-row-key', 'data-testid', 'q:key', 'keyboard', 'monkey', 'lang', 'class', 'nonce'],
  ...['aria-keyshortcuts', 'proxy-url', 'currency', 'order-token', 'orderToken', 'metadata', 'buildRequest'],
];

it('looksLikeCredential() is true for names of credentials, and for no others', () => {
  assert.deepEqual([...CREDENTIALS, ...HARMLESS].filter(looksLikeCredential), CREDENTIALS);
});
