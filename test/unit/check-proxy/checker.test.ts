import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  bareProxy,
  findingsAt,
  idsOf,
  ownProxy,
  serveProxy,
  startFakeService,
  TOKEN_SECRET,
} from '../../support/checked-proxy.js';

describe('the checker', () => {
  it('finds nothing wrong with our own proxy', async (t) => {
    const service = await startFakeService(t);
    const url = await serveProxy(t, ownProxy(service));
    const findings = await findingsAt({ url, service });
    const unchecked = idsOf(findings, 'failure', 'warning', 'unchecked').filter((id) => !id.startsWith('token-'));
    assert.deepEqual(unchecked, []);
  });

  it('finds nothing wrong with our own proxy with order tokens', async (t) => {
    const service = await startFakeService(t);
    const url = await serveProxy(t, ownProxy(service, undefined, TOKEN_SECRET));
    const findings = await findingsAt({ url, service, orderTokenSecret: TOKEN_SECRET });
    assert.deepEqual(idsOf(findings, 'failure', 'warning', 'unchecked'), ['stranger-attempt']);
  });

  it('names what a proxy lacks that only adds the key', async (t) => {
    const service = await startFakeService(t);
    const url = await serveProxy(t, bareProxy(service));
    const findings = await findingsAt({ url, service, orderTokenSecret: TOKEN_SECRET });
    const failed = idsOf(findings, 'failure');
    for (const id of ['foreign-page', 'replay', 'other-paths', 'token-forged', 'key-masked', 'card-masked']) {
      assert.ok(failed.includes(id), id);
    }
  });
});
