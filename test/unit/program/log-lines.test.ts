import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLines } from '../../../src/program/server/log-lines.js';
import { paymentRequest, testProxy } from '../../support/node-proxy.js';

describe('the log of the program', () => {
  it('advises with names of settings, not of options in JavaScript', async () => {
    const lines: string[] = [];
    const { logger } = createLines((line) => lines.push(line));
    const fetch = () => Promise.resolve(Response.json({}, { status: 403 }));
    await testProxy({ logger, fetch })(paymentRequest('https://shop.example/pay'));
    const { message } = JSON.parse(lines[0] ?? '{}') as { message: string };
    assert.match(message, /Check PAYMENTS_API_KEY and PAYMENTS_BASE_URL\./);
  });
});
