import type { PaymentErrorCode } from '../contract/errors.js';

export const FILES_FIX = 'Publish all files of dist/browser, and keep those of the last releases.';

/** What to do about an error. Others are no mistake of the page. */
export const FIXES: Partial<Record<PaymentErrorCode, string>> = {
  missing_proxy_url: 'Add proxy-url="/pay", or where you have mounted the proxy.',
  invalid_proxy_url: 'Write the path of the proxy, such as proxy-url="/pay", or its https address without a query.',
  invalid_amount: 'Write the price in minor units, as an integer: amount="4999" is €49.99, and ¥4,999.',
  invalid_amount_limits: 'Write both in minor units, the smaller one first: min-amount="500" max-amount="50000".',
  invalid_currency: 'Write the ISO 4217 code in capitals, such as currency="EUR".',
  invalid_currency_exponents: 'Set an object such as { ISK: 2 }, or leave the property out.',
  invalid_reference: 'Set reference to your order number, trimmed.',
  invalid_order_token: 'Let your template write what createOrderToken() returns, without quotes around it.',
  invalid_return_url: 'Write a path of your site, such as return-url="/thanks", or an https URL.',
  invalid_mode: 'Write mode="test" or mode="live", or leave it out.',
  invalid_request_timeout: 'Write milliseconds, such as request-timeout="55000", or leave it out.',
  unknown_field: 'Correct or remove this name in fields.',
  missing_field: 'Add the missing names to fields, or leave fields out.',
  invalid_brands: 'Correct or remove this name in brands.',
  invalid_action_origins: 'Write origins only, such as action-origins="https://acs.example".',
  invalid_request_body: 'Let buildRequest return an object that JSON can hold.',
  key_in_browser: 'Remove the key from the page, revoke it, and give the new one to the proxy on your server.',
  insecure_context: 'Serve the page, and each page that frames it, over https.',
  not_isolated: 'Write isolated into the HTML, or set it before the element is added to the page.',
  isolated_setting: 'Set it as an option of the proxy.',
  order_mismatch: 'Set order-token together with reference, amount and currency, or leave these out.',
  order_token_invalid: 'Create it with createOrderToken() for this order, with the orderTokenSecret of the proxy.',
  order_token_expired: 'Create a token for each page, or give it more time with expiresIn.',
  origin_not_allowed: 'Add the origin of the page to allowedOrigins of the proxy.',
  frame_unavailable:
    'Set the option frame of the proxy, with the page in its ancestors. See the console for other causes.',
  mode_mismatch: 'Give the proxy a key of this mode, or correct mode.',
  unknown_order: 'Let resolvePayment find the order of this reference, and the session of the shopper.',
  not_authorized: 'Give the proxy the right API key, and the baseUrl of the service for this kind of key.',
  service_unreachable: 'Start the service, or correct the baseUrl of the proxy. Its log has the cause.',
  not_found: 'Mount the proxy there, or correct proxy-url. If the proxy is there, check its baseUrl.',
  body_already_read: 'Mount the proxy before body parsers such as express.json().',
  not_loaded: FILES_FIX,
  form_failed: 'Find the script that changes a built-in function or declares a variable of its name.',
  action_refused: 'Correct action-origins, and look up the order at the service.',
  amount_changed: 'Render the page with the price of the order, unless the price depends on the card.',
};
