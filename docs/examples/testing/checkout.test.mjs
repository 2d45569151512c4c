import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { pay } from './checkout-steps.mjs';

test('a shopper can pay with another card after a decline', async () => {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM });
  try {
    const page = await browser.newPage();
    await page.goto(process.env.SHOP_URL ?? 'http://localhost:3000/');
    assert.deepEqual(await pay(page, '4000 0000 0000 0002'), {
      type: 'payment-failure',
      code: 'declined',
      reference: 'order-1042',
    });
    const { type } = await pay(page, '4242 4242 4242 4242');
    assert.equal(type, 'payment-success');
  } finally {
    await browser.close();
  }
});
