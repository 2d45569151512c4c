import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formHtml } from 'payment-widget/form-html';

describe('formHtml()', () => {
  it('is a declarative shadow root with a label for each input', async () => {
    const html = await formHtml();
    assert.match(html, /^<template shadowrootmode="open">[^]*<\/template>$/);
    const ids = Array.from(html.matchAll(/<input[^>]* id="([^"]+)"/g), ([, id]) => id);
    assert.deepEqual(
      ids,
      Array.from(html.matchAll(/<label[^>]* for="([^"]+)"/g), ([, id]) => id),
    );
    assert.deepEqual(ids, ['cc-number', 'cc-exp', 'cc-csc', 'cc-name']);
  });

  it('has the fields and the language of the page', async () => {
    const html = await formHtml({ fields: 'email card-number card-expiry card-cvc', lang: 'de-AT' });
    assert.match(html, /E-Mail[^]*Kartennummer/);
    assert.doesNotMatch(html, /cc-name/);
  });

  it('escapes the address of the style sheet', async () => {
    assert.match(await formHtml({ styleSheet: '/a"><b>' }), /href="[^"<>]+"/);
  });

  it('refuses a name that is not a field', async () => {
    await assert.rejects(formHtml({ fields: 'card-number iban' }), RangeError);
  });
});
