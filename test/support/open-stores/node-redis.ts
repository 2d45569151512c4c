import { createClient } from '@redis/client';
import { createRedisStore } from 'payment-widget-proxy/stores/redis';
import type { OpenStore } from 'payment-widget-testing/store-tests/support';

export const open: OpenStore = async (address) => {
  const client = createClient({
    // Commands have no time limit of their own. Pings keep an idle connection from ending.
    socket: { ...address, socketTimeout: 5000, reconnectStrategy: () => 100 },
    pingInterval: 1000,
  });
  client.on('error', () => undefined); // each command reports it
  await client.connect();
  const close = () => {
    client.destroy();
  };
  return { store: createRedisStore(client), close };
};
