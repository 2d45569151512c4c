import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { announce, host, port, proxy } from './shop.mjs';

const app = new Hono();
app.all('/pay/*', (context) => proxy(context.req.raw));
serve({ fetch: app.fetch, port, hostname: host }, announce);
