import type { HintName } from '../../../src/element/setup-hints/finding.js';
import type { ErrorText } from './text.js';

/** Findings of the integration check that are not errors of a payment. `docs/integration-check.md` links are relative to `docs`. */
export const HINTS = {
  not_in_document: {
    what: 'The element is not in the document, so its page cannot be checked.',
    fix: 'Append the element to the page, then call `diagnose()`.',
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
  blocked_form_action: {
    what: '`form-action` of the Content Security Policy blocks an origin of `action-origins`, so a bank cannot confirm a payment by a posted form.',
    fix: 'Add the origin to `form-action`.',
  },
  unclosed_tag: {
    what: 'The element contains the rest of the page, which is not shown.',
    cause: 'HTML ignores the slash of `<payment-widget … />`, so the element ends where its parent ends.',
    fix: 'Write `<payment-widget …></payment-widget>`.',
  },
  sandboxed_frame: {
    what:
      'The page is in a sandboxed frame that lacks `allow-forms` or `allow-same-origin`. Without the first, Pay does nothing. Without the ' +
      'second, an unknown outcome is forgotten at a reload. A frame of another origin can only check the second.',
    fix: 'Add both to the `sandbox` of the `<iframe>`.',
  },
  missing_reference: {
    what: 'The element has no `reference`. An unknown outcome is forgotten at a reload, and the order can be paid twice.',
    fix: 'Set `reference` to your order number.',
  },
  unknown_attribute: {
    what: 'The element has an attribute that it does not know, such as `proxyurl`. Names of data, listeners and frameworks are allowed.',
    fix: 'Use the name in the message. In HTML, attributes have hyphens; objects and functions are properties.',
  },
  unknown_slot: {
    what: 'Content of the element has a `slot` that does not exist, so it is not shown.',
    fix: 'Use `header`, `before-button` or `footer`. See [Slots](element.md#slots).',
  },
  unlabeled_control: {
    what: 'A control in the slot `before-button` has no label, so screen readers do not say what it is for.',
    fix: 'Put the control into a `<label>` with text, or add `aria-label`.',
  },
  several_scripts: {
    what: 'The page loads the script of the element more than once. The first copy that arrives defines the element, whichever version it is.',
    fix: 'Remove all but one.',
  },
  test_key: {
    what: 'The element has `mode="live"`, but the proxy holds a Test key. No real money moves.',
    fix: 'Change `apiKey`, `baseUrl` and `mode` of the proxy together. See [Go live](going-live.md#keys-and-mode).',
  },
  missing_integrity: {
    what: 'The script of the element is of another origin, and its `<script>` has no `integrity`. That origin could replace it.',
    fix: 'Add `integrity` and `crossorigin`. See [CSP and integrity](csp.md).',
  },
  missing_lang: {
    what: 'The document has no language. Screen readers guess it, and the form is in English.',
    fix: 'Add `lang` to `<html>`, such as `lang="en"`.',
  },
  missing_viewport: {
    what: 'The page has no viewport, so phones show it as if it was 980 pixels wide. Pages in a frame are not checked.',
    fix: 'Add `<meta name="viewport" content="width=device-width, initial-scale=1">` to the `<head>`.',
  },
  duplicate_id: {
    what: 'Several elements of the page have the same id. Labels, links and scripts find the first of them only.',
    fix: 'Rename all but one.',
  },
  low_contrast: {
    what:
      'The labels have a contrast below 4.5 to the background of the page. Not checked: backgrounds with images or transparency, ' +
      'the background of a `color-scheme` with `dark`, and that of the page around a frame.',
    fix: 'Set `color` or `--payment-widget-text` on the element, and `color-scheme` on the page. See [Styling](styling.md#dark-mode).',
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
  unnamed_control: {
    what: 'A control in the slot `before-button` has no `name`, so its value is not sent.',
    fix: 'Add `name`, unless only your page needs the value.',
  },
  missing_mode: {
    what: 'The element has no `mode`. Computers of developers (`localhost`) are not checked.',
    fix: 'Set `mode="test"` on test pages, and `mode="live"` before you go live. See [Go live](going-live.md#keys-and-mode).',
  },
  foreign_script: {
    what: 'The page has scripts of other origins without `integrity`. Each can read what a shopper types.',
    fix: 'Remove scripts that the checkout does not need. Add `integrity` to files that never change. See [PCI DSS](pci.md).',
  },
} as const satisfies Record<HintName, ErrorText>;
