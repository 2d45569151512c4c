import type { CDPSession } from 'playwright-core';

/** What Braintree's service says of a merchant who takes cards and nothing else. */
const BRAINTREE = {
  assetsUrl: 'https://assets.braintreegateway.com',
  clientApiUrl: 'https://api.sandbox.braintreegateway.com:443/merchants/bench/client_api',
  environment: 'sandbox',
  merchantId: 'bench',
  challenges: ['cvv'],
  creditCards: { supportedCardTypes: ['American Express', 'Discover', 'MasterCard', 'Visa'] },
  threeDSecureEnabled: false,
  analytics: { url: 'https://client-analytics.sandbox.braintreegateway.com/bench' },
};

const HEADERS = {
  'Content-Type': 'application/json',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'Content-Type',
};

/** Nothing that a contender asks of the world leaves this machine: it is answered here, or fails at once. */
export async function answerForOutside(cdp: CDPSession): Promise<void> {
  cdp.on('Fetch.requestPaused', ({ requestId, request: { url } }) => {
    const answered = url.includes('/client_api/v1/configuration')
      ? cdp.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: 200,
          responseHeaders: Object.entries(HEADERS).map(([name, value]) => ({ name, value })),
          body: Buffer.from(JSON.stringify(BRAINTREE)).toString('base64'),
        })
      : cdp.send('Fetch.failRequest', { requestId, errorReason: 'NameNotResolved' });
    answered.catch(() => undefined); // the page is gone
  });
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: 'https://*' }] });
}
