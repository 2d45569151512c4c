import { serve } from '@hono/node-server';
import { announce, host, port, proxy } from './shop.mjs';

// #region mount
import { Hono } from 'hono';

const app = new Hono();
app.all('/pay/*', (context) => proxy(context.req.raw));
// #endregion mount
serve({ fetch: app.fetch, port, hostname: host }, announce);
