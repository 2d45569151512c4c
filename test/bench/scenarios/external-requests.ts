import type { CDPSession } from 'playwright-core';

/** Configuration that Braintree's API returns for a merchant that accepts cards only. */
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

/** Blocks requests to the internet. Braintree's configuration request gets a stub response. */
export async function stubExternalRequests(cdp: CDPSession): Promise<void> {
  cdp.on('Fetch.requestPaused', ({ requestId, request: { url } }) => {
    const handled = url.includes('/client_api/v1/configuration')
      ? cdp.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: 200,
          responseHeaders: Object.entries(HEADERS).map(([name, value]) => ({ name, value })),
          body: Buffer.from(JSON.stringify(BRAINTREE)).toString('base64'),
        })
      : cdp.send('Fetch.failRequest', { requestId, errorReason: 'NameNotResolved' });
    handled.catch(() => undefined); // the page may be closed
  });
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: 'https://*' }] });
}
