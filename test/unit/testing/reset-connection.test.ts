import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { resetConnection } from 'payment-widget-testing/sandbox/reset-connection';
import type { Scope } from '../../support/scope.js';

async function startConnection(t: Scope): Promise<readonly [server: Socket, client: Socket]> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  t.after(() => listener.close());
  const client = connect((listener.address() as AddressInfo).port, '127.0.0.1').resume();
  t.after(() => client.destroy());
  const [server] = (await once(listener, 'connection')) as [Socket];
  return [server, client];
}

describe('resetConnection', () => {
  it('breaks a connection', async (t) => {
    const [server, client] = await startConnection(t);
    resetConnection(server);
    const [{ code }] = (await once(client, 'error')) as [NodeJS.ErrnoException];
    assert.equal(code, 'ECONNRESET');
  });

  it('closes a socket that is ending', async (t) => {
    const [server] = await startConnection(t);
    server.end('the last word');
    resetConnection(server);
    await once(server, 'close');
  });
});
