import { createRequestListener } from '@remix-run/node-fetch-server';
import express from 'express';
import { announce, host, onError, port, proxy } from './shop.mjs';

const app = express();
app.disable('x-powered-by');
app.use(
  '/pay',
  createRequestListener((request) => proxy(request), { onError }),
); // must come before express.json() and other body parsers
app.listen(port, host).on('listening', announce);
