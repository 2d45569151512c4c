import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  bareProxy,
  check,
  idsOf,
  ownProxy,
  SHOP_ORIGIN,
  startFakeService,
  TOKEN_SECRET,
} from '../../support/checked-proxy.js';
import { orderTokens } from '../../../src/check-proxy/checks/order-tokens.js';

/** Optional parts of the contract, which minimal proxies lack. */
const OPTIONAL = [
  'method',
  'content-type',
  'key-required',
  'body-limit',
  'card-rules',
  'price',
  'foreign-page',
  'replay',
  'read-once',
  'nothing-added',
  'redirect',
  'service-down',
  'card-masked',
  'mode-said',
  'caching',
];

/** Checks that need the secret of the order tokens. */
const TOKEN_CHECKS = orderTokens.checks.map(({ id }) => id);

describe('our own proxy', () => {
  it('passes every check with the fake service', async (t) => {
    const service = await startFakeService(t, 'observed');
    const findings = await check(t, ownProxy(service), { service, origin: SHOP_ORIGIN });
    assert.deepEqual(idsOf(findings, 'failure', 'warning', 'unchecked'), TOKEN_CHECKS);
  });

  it('passes every check with order tokens', async (t) => {
    const service = await startFakeService(t, 'observed');
    const settings = { service, origin: SHOP_ORIGIN, orderTokenSecret: TOKEN_SECRET };
    const findings = await check(t, ownProxy(service, undefined, TOKEN_SECRET), settings);
    assert.deepEqual(idsOf(findings, 'failure', 'warning', 'unchecked'), ['stranger-attempt']);
  });

  it('passes every check that works without the fake service', async (t) => {
    const service = await startFakeService(t, 'observed');
    const findings = await check(t, ownProxy(service));
    assert.deepEqual(idsOf(findings, 'failure', 'warning'), []);
  });
});

describe('a minimal proxy gets warnings, and failures for other paths and its key,', () => {
  it('in Node', async (t) => {
    const service = await startFakeService(t, 'observed');
    const findings = await check(t, bareProxy(service), { service });
    assert.deepEqual(
      { failures: idsOf(findings, 'failure'), warnings: idsOf(findings, 'warning') },
      { failures: ['other-paths', 'key-masked'], warnings: OPTIONAL },
    );
  });
});
