import { acceptableNames } from '../../../src/card/brand-names.js';
import { MAX_AMOUNT } from '../../../src/contract/amount.js';
import { REQUIRED_FIELDS } from '../../../src/contract/field-names.js';
import { FIELD_NAMES } from '../../../src/contract/optional-field-names.js';
import {
  DEFAULT_TIMEOUT,
  MAX_DESCRIPTION,
  MAX_METADATA_KEY,
  MAX_METADATA_VALUE,
  MAX_ORDER_TOKEN,
  MAX_REFERENCE,
} from '../../../src/contract/limits.js';
import { enumerate } from '../markdown.js';
import type { ErrorText } from './text.js';

const count = (value: number) => value.toLocaleString('en');

/** Configuration errors. */
export const SETUP = {
  missing_proxy_url: {
    what: 'The element has no `proxy-url`.',
    fix: 'Set it to the path or address of your proxy, such as `proxy-url="/pay"`.',
  },
  invalid_proxy_url: {
    what: '`proxy-url` is not a URL that a card may be sent to.',
    cause: [
      'The address is `http:`. Only `localhost` and the origin of the page itself may use it.',
      'The address contains a user name, a password, a query or a fragment.',
    ],
    fix: 'Use a path on your own site, or an `https:` address without these parts.',
  },
  invalid_amount: {
    what: `\`amount\` is missing, or is not a whole number from 1 to ${count(MAX_AMOUNT)}.`,
    cause: 'Often the amount is in euros instead of cents: `49.99` is not valid.',
    fix: 'Use minor units: `4999` is €49.99, and ¥4,999. Leave it out only if `fields` contains `amount`.',
  },
  invalid_amount_limits: {
    what: '`min-amount` or `max-amount` is not a valid amount, or the minimum is above the maximum.',
    fix: 'Use minor units for both, and swap them if necessary.',
  },
  invalid_currency: {
    what: '`currency` is missing, or is not a known ISO 4217 code.',
    fix: 'Use three capital letters, such as `EUR`.',
  },
  invalid_currency_exponents: {
    what: '`currencyExponents` is not a plain object of decimals by currency code.',
    fix: 'Use numbers from 0 to 4, such as `{ ISK: 2 }`. Set it only if your service deviates from ISO 4217.',
  },
  invalid_reference: {
    what: `\`reference\` is not one line of at most ${count(MAX_REFERENCE)} characters.`,
    cause: [
      'It is too long.',
      'It begins or ends with white space.',
      'It contains a line break or another control character.',
    ],
    fix: 'Trim it, or use a shorter order number.',
  },
  invalid_description: {
    what: `\`description\` is not a string of at most ${count(MAX_DESCRIPTION)} characters.`,
    fix: 'Shorten it.',
  },
  invalid_order_token: {
    what: `\`order-token\` is not a compact JWS of at most ${count(MAX_ORDER_TOKEN)} characters.`,
    cause: 'Often a placeholder of a template was not replaced.',
    fix: 'Use the string that `createOrderToken()` returns on your server.',
  },
  invalid_return_url: {
    what: '`return-url` is not a URL that the shopper may be sent to.',
    cause: [
      'The address is `http:`. Only the origin of the page itself may use it.',
      'The address has another scheme, such as `javascript:` or `data:`.',
      'The address contains a user name or a password.',
    ],
    fix: 'Use a path on your own site, such as `return-url="/thanks"`, or an `https:` address.',
  },
  invalid_mode: {
    what: '`mode` is neither `test` nor `live`.',
    fix: 'Use one of the two in lower case, or remove the attribute.',
  },
  invalid_request_timeout: {
    what: '`request-timeout` is not a positive whole number.',
    fix: `Use milliseconds. The default is \`${DEFAULT_TIMEOUT}\`.`,
  },
  unknown_field: {
    what: '`fields` contains a name that is not a field, or contains a field twice.',
    fix: `Use these names: ${enumerate(FIELD_NAMES)}.`,
  },
  missing_field: {
    what: '`fields` lacks a field that every card payment needs.',
    fix: `Add the missing one of ${enumerate(REQUIRED_FIELDS)}.`,
  },
  invalid_brands: {
    what: '`brands` contains an unknown name, or has no brand in common with the `brands` of the proxy.',
    fix: `Use these names: ${enumerate(acceptableNames())}. \`amex\` and \`diners\` are understood, too.`,
  },
  invalid_metadata: {
    what: '`metadata`, or the value of a control in the slot `before-button`, cannot be sent.',
    cause: [
      'A value is not a string, or `metadata` is not a plain object.',
      `A name is longer than ${count(MAX_METADATA_KEY)} characters, or a value is longer than ${count(MAX_METADATA_VALUE)}.`,
      'A name is `__proto__`, `constructor` or `prototype`, or contains control characters.',
    ],
    fix: 'Convert numbers and dates to strings, and shorten what is too long.',
  },
  invalid_prefill: {
    what: '`prefill` contains a value that the form does not accept.',
    cause: [
      'A name is not a field.',
      'It contains card data, which must not pass through your page.',
      'It contains the amount. Use the `amount` attribute instead.',
      'The country is not an ISO 3166-1 code such as `DE`.',
    ],
    fix: 'Remove or correct the value. The console names it.',
  },
  invalid_messages: {
    what: '`messages` is not a plain object of texts.',
    cause: ['A key is unknown.', 'A text is empty, or not a string.', 'A text contains an unknown placeholder.'],
    fix: 'The type `Messages` lists all keys. The console names the wrong one.',
  },
  invalid_action_origins: {
    what: '`action-origins` contains something else than origins that a shopper may be sent to.',
    cause: ['An origin is `http:`. Only this computer may use it.', 'An origin has a path or a trailing slash.'],
    fix: 'Use origins separated by spaces, such as `action-origins="https://acs.example"`.',
  },
  invalid_request_body: {
    what: 'The function `buildRequest` of the element failed, or returned something that is not JSON.',
    fix: 'Look at `error.cause`. Return a plain object. Behind `createPaymentProxy`, use `buildRequest` of the proxy instead.',
  },
  key_in_browser: {
    what: 'The page contains what looks like an API key. The element removes it from its attributes and does not work.',
    cause: [
      'An attribute or property of the element has a name or value like that of a key.',
      '`metadata`, `prefill`, `messages` or another setting contains one.',
    ],
    fix:
      'Remove it from the page, and use it only as `apiKey` of the proxy. **Revoke the key:** everybody who has opened the page ' +
      'may know it.',
  },
  mode_mismatch: {
    what: 'The page has `mode="test"`, but the proxy has a Live key. Nothing is sent.',
    fix: 'Give the proxy a Test key, or set `mode="live"` if you want real payments.',
  },
  insecure_context: {
    what: 'The page, or a page that frames it, was loaded over `http:`. In Live mode the element does not work there.',
    fix: 'Serve the page over `https:`. On `localhost`, `http:` is allowed.',
  },
  not_isolated: {
    what: 'The element should be isolated, and is not. It shows no form.',
    cause: [
      '`proxy-url` has the origin of the page. Scripts of the page could read such a frame.',
      '`isolated` was set after the form was shown in the page.',
    ],
    fix: 'Serve the proxy from another origin, such as `https://pay.shop.example/pay`. Set `isolated` before the element is added to the page.',
  },
  isolated_setting: {
    what: '`isolated` is set, and so is `buildRequest`, `interpretResponse`, `networksOf`, `messages` or `currencyExponents`. In this mode, only the proxy decides about them.',
    fix: 'Set the function as an option of `createPaymentProxy`, and `currencyExponents` as a member of its option `frame`. Texts cannot be replaced.',
  },
  order_mismatch: {
    what: 'In isolated mode, `amount`, `currency` or `reference` differs from the order in `order-token`, or `fields` has `amount` beside it.',
    fix: 'Set `order-token` together with the other attributes, or leave them out: the form takes them from the token.',
  },
} as const satisfies Record<string, ErrorText>;
