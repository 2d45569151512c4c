import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { networkOf } from '../../../src/proxy/limits.js';
import { newKey, post, startMerchant } from '../../support/node-proxy.js';
import { answer } from '../../support/node-servers.js';
import { samplePayment } from '../../support/sample-payment.js';

describe('the network of a client', () => {
  for (const [id, expected] of [
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
    ['[2001:db8::1]', '2001:db8:0:0::/64'],
    ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
    ['[customer]:42', '[customer]:42'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['203.0.113.9', '203.0.113.9'],
    ['customer:42', 'customer:42'],
    ['ada', 'ada'],
  ] as const) {
    it(`of ${id} is ${expected}`, () => {
      assert.equal(networkOf(id), expected);
    });
  }

  it('is what attempts are counted for', async (t) => {
    const limits = { attemptsPerClient: 1, clientId: (request: Request) => request.headers.get('X-Client') };
    const { proxyUrl } = await startMerchant(t, { limits }, answer(402, '{}'));
    const pay = async (client: string) =>
      (await post(proxyUrl, samplePayment({ reference: client }), { 'X-Client': client, 'Idempotency-Key': newKey() }))
        .status;
    const clients = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::1', '2001:db8:1:3::1', '203.0.113.9', '::ffff:203.0.113.9'];
    const statuses: number[] = [];
    for (const client of clients) statuses.push(await pay(client));
    assert.deepEqual(statuses, [402, 429, 402, 402, 429]);
  });
});
