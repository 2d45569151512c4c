import dropin from 'braintree-web-drop-in';

/** A client token in the format that a merchant's server receives from Braintree. */
const token = btoa(
  JSON.stringify({
    version: 2,
    environment: 'sandbox',
    authorizationFingerprint: 'bench',
    configUrl: 'https://api.sandbox.braintreegateway.com:443/merchants/bench/client_api/v1/configuration',
  }),
);

dropin
  .create({ authorization: token, container: '#checkout', card: { cardholderName: { required: true } } })
  .catch((error: unknown) => {
    console.error(error);
  });
