import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLines } from '../../../src/program/server/log-lines.js';
import { testProxy } from '../../support/node-proxy.js';

describe('the log of the program', () => {
  it('advises with names of settings, not of options in JavaScript', async () => {
    const lines: string[] = [];
    const { logger } = createLines((line) => lines.push(line));
    const proxy = testProxy({ logger });
    const headers = { Origin: 'https://other.example' };
    await proxy(new Request('https://shop.example/pay/config', { headers }));
    const { message } = JSON.parse(lines[0] ?? '{}') as { message: string };
    assert.match(message, /add its origin to ALLOWED_ORIGINS\./);
  });
});
