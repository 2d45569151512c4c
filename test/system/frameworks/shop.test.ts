import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { close, listen } from '../../../src/node-server/listen.js';
import { startShop } from './shop.js';

const UPGRADE = { Connection: 'Upgrade', Upgrade: 'websocket' };

it('the shop forwards data that arrives together with the headers of an upgrade', async (t) => {
  const server = createServer().on('upgrade', (_request, socket: Duplex) => {
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nfirst');
  });
  const pages = Number(new URL(await listen(server, 0)).port);
  t.after(() => close(server));
  const { url } = await startShop(t, pages);
  const asked = request(url, { headers: UPGRADE }).end();
  const [, socket, head] = (await once(asked, 'upgrade')) as [IncomingMessage, Duplex, Buffer];
  socket.unshift(head);
  assert.equal(await text(socket), 'first');
});
