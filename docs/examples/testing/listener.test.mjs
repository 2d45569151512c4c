import assert from 'node:assert/strict';
import { test } from 'node:test';

/** Your code: what the page does with an outcome. */
function connect(widget, showThanks) {
  widget.addEventListener('payment-success', ({ detail }) => showThanks(detail.reference));
}

test('thanks the shopper for the order', () => {
  const widget = new EventTarget(); // with jsdom: document.createElement('payment-widget')
  const thanked = [];
  connect(widget, (reference) => thanked.push(reference));
  widget.dispatchEvent(new CustomEvent('payment-success', { detail: { reference: 'order-1042' } }));
  assert.deepEqual(thanked, ['order-1042']);
});
