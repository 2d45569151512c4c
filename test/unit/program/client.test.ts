import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clientOf } from 'payment-widget-proxy/command/server';
import { subnets } from 'payment-widget-proxy/command/settings';

const TRUSTED = subnets('127.0.0.1 ::1 10.0.0.0/8 fe80::/10');

describe('the client of a request', () => {
  for (const [title, remote, forwarded, expected] of [
    ['is the address of an untrusted connection', '203.0.113.9', '1.1.1.1', '203.0.113.9'],
    ['is what a trusted proxy says', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['is not what the client says', '127.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['is in front of all trusted proxies', '127.0.0.1', '1.1.1.1, 203.0.113.9, 10.1.2.3', '203.0.113.9'],
    ['is behind a Unix socket', undefined, '203.0.113.9', '203.0.113.9'],
    ['may be within the trusted network', '127.0.0.1', '10.1.2.3', '10.1.2.3'],
    ['is the last valid address', '127.0.0.1', 'nonsense, 10.1.2.3', '10.1.2.3'],
    ['is unknown if no proxy says it', '127.0.0.1', '', undefined],
    ['is unknown if a proxy says nonsense', '127.0.0.1', '1.1.1.1, unknown', undefined],
    ['may come with a port', '127.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
    ['may come with spaces', '127.0.0.1', '1.1.1.1 ,\t203.0.113.9  ', '203.0.113.9'],
    ['is found through an IPv4 address in IPv6', '::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['is found behind an IPv4 address in IPv6', '127.0.0.1', '203.0.113.9, ::ffff:10.1.2.3', '203.0.113.9'],
    ['may come with a port in IPv6', '::1', '[2001:db8:1:2::9]:443', '2001:db8:1:2::9'],
    ['is the same in each spelling', '127.0.0.1', '[::ffff:cb00:7109]:443', '203.0.113.9'],
    ['is the same in each spelling without a proxy', '::ffff:203.0.113.9', '', '203.0.113.9'],
    ['is found behind a proxy of a link-local address', 'fe80::1%eth0', '203.0.113.9', '203.0.113.9'],
    ['is found through hexadecimal digits', '127.0.0.1', '203.0.113.9, ::ffff:a01:203', '203.0.113.9'],
  ] as const) {
    it(title, () => {
      assert.equal(clientOf(remote, forwarded, TRUSTED), expected);
    });
  }
});
