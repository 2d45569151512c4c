import type { HintName } from '../../../src/element/setup-hints/hint.js';
import type { ErrorText } from './text.js';

/** Mistakes that are logged in test mode and on a developer's computer, and are not errors of a payment. */
export const HINTS = {
  missing_reference: {
    what: 'The element has no `reference`. An unknown outcome is forgotten at a reload, and the order can be paid twice.',
    fix: 'Set `reference` to your order number.',
  },
  config_unreachable: {
    what: '`GET {proxy-url}/config` got no response, or an error. The element asks again before a payment, unless the route is missing (404).',
    cause: [
      'The proxy is not running, or `proxy-url` has the wrong host or port.',
      'The proxy, or a server before it, failed. Its log says why.',
      'Status 404: `proxy-url` has the wrong path, or a proxy of your own leaves `/config` out. It may: see [the contract](contract.md#configuration).',
    ],
    fix: 'Open `{proxy-url}/config` in the browser: the proxy of this package returns JSON.',
  },
  blocked_by_cors: {
    what: 'The proxy has another origin than the page, and does not allow requests of the page.',
    fix:
      'Add the origin of the page to `allowedOrigins`. A proxy of your own must answer the preflight, too. See ' +
      '[The proxy](proxy.md#pages-of-another-origin).',
  },
  blocked_by_csp: {
    what: 'The Content Security Policy of the page blocks a request of the element to its proxy, or one of its files.',
    fix: 'Add the source that the message names to the directive. See [CSP and integrity](csp.md).',
  },
  unclosed_tag: {
    what: 'The element contains the rest of the page, which is not shown.',
    cause: 'HTML ignores the slash of `<payment-widget … />`, so the element ends where its parent ends.',
    fix: 'Write `<payment-widget …></payment-widget>`.',
  },
  autofill_not_allowed: {
    what:
      'The form is in a frame of another origin without `allow="autofill"`. Chrome warns the shopper before it fills in such a form. ' +
      'Other browsers do not report this.',
    fix: 'Add `allow="autofill"` to the `<iframe>`.',
  },
  missing_style_sheet: {
    what:
      'The element has content for the case that the script is blocked, but the page has no rule for `payment-widget:not(:defined)`. ' +
      'The content flashes each time the page is loaded.',
    fix:
      'Link `payment-widget.css` in the `<head>`. See ' +
      '[Show something until the form is loaded](element.md#show-something-until-the-form-is-loaded).',
  },
  low_contrast: {
    what: 'The labels have a contrast below 4.5 to the background of the page. Backgrounds with images or transparency are not checked.',
    fix: 'Set `color` or `--payment-widget-text` on the element, and `color-scheme` on the page. See [Styling](styling.md#dark-mode).',
  },
} as const satisfies Record<HintName, ErrorText>;
