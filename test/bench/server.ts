import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { close, listen } from '../../src/node-server/listen.js';
import { CONFIG_PATH, PAYMENTS_PATH } from '../../src/contract/protocol.js';
import { BASELINE, BASELINE_REPEATED } from './contenders.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Responses for every contender. Each payment succeeds. */
const CONFIG = { mode: 'live', idempotency: true, recovery: true, encryption_key: null };
const PAID = { id: 'pay_1', status: 'paid', source: { message: 'paid' } };

/** Cross-origin isolation gives `performance.now()` a resolution of 5 µs instead of 100 µs. */
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

/** A received payment request. */
export interface Arrival {
  /** When its headers were received, in ms since the Unix epoch. */
  readonly at: number;
}

/** A served file and its compressed size. */
export interface SentFile {
  readonly path: string;
  readonly bytes: number;
}

export interface BenchServer {
  readonly url: string;
  /** Files sent since the last call. */
  takeSentFiles(): SentFile[];
  /** Resolves with the next payment request. */
  nextPayment(): Promise<Arrival>;
  close(): Promise<void>;
}

/**
 * The time since the Unix epoch as a new page counts it, in ms, with decimals. `performance.timeOrigin` dates from the
 * start of this process: since then, the clocks may have drifted apart by milliseconds.
 */
function wallClock(): number {
  const at = performance.now();
  const began = Date.now();
  let next = began;
  while (next === began) next = Date.now(); // the moment in which a millisecond begins
  return next - (performance.now() - at);
}

/** Serves the built contenders, precompressed with Brotli at the highest level, and accepts payments. */
export async function startBenchServer(folder: string): Promise<BenchServer> {
  const files = new Map<string, { readonly type: string; readonly body: Buffer }>();
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[extname(path)];
    if (type) files.set(`/${path}`, { type, body: brotliCompressSync(readFileSync(join(folder, path))) });
  }
  let sent: SentFile[] = [];
  let waiting: ((arrival: Arrival) => void)[] = [];

  function sendFile(url: URL, response: ServerResponse): void {
    const file = files.get(url.pathname.replace(`/${BASELINE_REPEATED.id}/`, `/${BASELINE.id}/`));
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    const { type, body } = file;
    sent.push({ path: url.pathname, bytes: body.length });
    const headers = { 'Content-Type': type, 'Content-Encoding': 'br', 'Content-Length': body.length };
    response.writeHead(200, { ...headers, ...(url.searchParams.has('isolated') && ISOLATED) }).end(body);
  }

  function acceptPayment(request: IncomingMessage, response: ServerResponse): void {
    const arrival = { at: wallClock() };
    for (const resolve of waiting.splice(0)) resolve(arrival);
    request.resume().on('end', () => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(PAID));
    });
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (request.method === 'POST' && url.pathname.endsWith(PAYMENTS_PATH)) acceptPayment(request, response);
    else if (url.pathname.endsWith(CONFIG_PATH)) {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(CONFIG));
    } else sendFile(url, response);
  });
  const url = await listen(server, 0);
  return {
    url,
    takeSentFiles() {
      const taken = sent;
      sent = [];
      return taken;
    },
    nextPayment: () =>
      new Promise((resolve) => {
        waiting = [...waiting, resolve];
      }),
    close: () => close(server),
  };
}
