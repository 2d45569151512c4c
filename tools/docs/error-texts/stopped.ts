import type { ErrorText } from './text.js';

/** Errors that stop a payment in the browser, before anything is sent. */
export const STOPPED = {
  validation_failed: {
    what: 'A field is empty or invalid, or one of your controls in the slot `before-button` is.',
    fix: 'Nothing: the form shows the errors. `error.fieldErrors` has the texts by field, or by the name of your control.',
  },
  submit_prevented: {
    what: 'The page stopped the payment.',
    cause: [
      'A listener for `payment-submit` called `preventDefault()`.',
      'A promise of `waitUntil()` was rejected, or took longer than 10 seconds. `error.cause` is the reason.',
      'The page changed the order, or called `reset()`, while the payment was waiting.',
    ],
    fix:
      'Tell the shopper why, if the page does not show it already. After `waitUntil()` the form shows the message of a ' +
      '`PaymentCheckError`, or a general one. See [Check before paying](recipes/check-before-paying.md).',
  },
  form_failed: {
    what: 'Code on the page failed while the payment was prepared.',
    cause: [
      'One of the files beside `payment-widget.js`, such as `read-settings.js` or `optional-fields.js`, could not be loaded.',
      'A script on the page has changed a built-in function.',
    ],
    fix: 'Look at `error.message` and `error.cause`. Publish all files of `dist/browser`.',
  },
  frame_unavailable: {
    what:
      'In isolated mode, there is no frame that can pay. The page shows the content of the element instead of the form. ' +
      'This call has sent nothing, but an earlier payment of the order may be in doubt, which only the frame knows.',
    cause: [
      'The frame has not answered within 8 seconds: the proxy does not answer, or lacks the option `frame`.',
      '`frame.ancestors` of the proxy lacks the origin of the page.',
      '`frame-src` of the Content Security Policy of the page lacks the origin of the proxy.',
      'A server in front of the proxy adds `X-Frame-Options`.',
      'The page has closed the frame before it paid, or while a listener of `payment-submit` had not answered.',
      'The proxy does not return the order of `order-token`, and the page has set no price.',
    ],
    fix: 'Look at the console of the browser, which names the reason. `reset()` loads the frame again.',
  },
  not_loaded: {
    what:
      'A file of the element could not be loaded. A payment fails with this code if `behaviour.js` is not loaded within 10 seconds. ' +
      'The console names other files: the form works without them. In isolated mode, this call has sent nothing, but an ' +
      'earlier payment of the order may be in doubt, which only the frame knows.',
    cause: [
      'The connection is slow or broken.',
      'The file is missing beside `payment-widget.js`, or comes from a different version.',
      'A Content Security Policy or a content blocker blocks it.',
    ],
    fix:
      'Publish the whole folder `dist/browser`, and look at the network panel of the browser. Pressing Pay again loads the file ' +
      'again. Firefox needs a reload of the page.',
  },
  disabled: {
    what: '`submit()` was called, or a check of the page ended, while the element was `disabled` or not in the document.',
    fix: 'Enable the element, or add it to the page, before you call `submit()`.',
  },
  offline: {
    what: 'The browser has no network connection.',
    fix: 'Nothing: the shopper can pay once the connection is back.',
  },
  order_in_progress: {
    what: 'This order is being paid in another place, or is already paid.',
    cause: [
      'Another element on the page is paying it.',
      'Another tab is paying it, or has paid it within a day. This is checked only with a proxy that does not declare `idempotency`.',
    ],
    fix: 'Nothing: the shopper continues in the other tab. Use a new `reference` for a new order.',
  },
} as const satisfies Record<string, ErrorText>;
