import { announce, host, onError, port, proxy } from './shop.mjs';

// #region mount
import { createRequestListener } from '@remix-run/node-fetch-server';
import express from 'express';

const app = express();
app.disable('x-powered-by');
app.use(
  '/pay',
  createRequestListener((request) => proxy(request), { onError }),
); // must come before express.json() and other body parsers
// #endregion mount
app.listen(port, host).on('listening', announce);
