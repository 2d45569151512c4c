import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Prober } from '../../../src/check-proxy/prober.js';
import { SETTINGS } from '../../support/checked-proxy.js';
import { startServer } from '../../support/node-servers.js';

it('the checker sends paths with dot segments unchanged', async (t) => {
  let path: string | undefined;
  const origin = await startServer(t, (request, response) => {
    path = request.url;
    response.end();
  });
  await new Prober({ ...SETTINGS, url: new URL(`${origin}/pay/`) }).send({ path: '/v1/payments/../refunds' });
  assert.equal(path, '/pay/v1/payments/../refunds');
});
