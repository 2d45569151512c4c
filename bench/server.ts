import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { close, listen } from '../demo/listen.js';
import { CONFIG_PATH, PAYMENTS_PATH } from 'payment-widget/contract/protocol';
import { BASELINE, BASELINE_REPEATED, WIDGET, WIDGET_IN_TEST } from './contenders.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Whose files are served there. */
const SHARED: Readonly<Record<string, string>> = {
  [BASELINE_REPEATED.id]: BASELINE.id,
  [WIDGET_IN_TEST.id]: WIDGET.id,
  'payment-widget': WIDGET.id, // as in form.html
};

const configOf = (mode: 'live' | 'test') => ({ mode, idempotency: true, recovery: true });
const PAID = { id: 'pay_1', status: 'paid', source: { message: 'paid' } };

/** Cross-origin isolation gives `performance.now()` a resolution of 5 µs instead of 100 µs. */
const FINE_CLOCK = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

export interface SentFile {
  readonly path: string;
  readonly bytes: number;
}

export interface BenchServer {
  readonly url: string;
  takeSentFiles(): SentFile[];
  /** Resolves when the headers of the next payment request were received, with the time in ms since the Unix epoch. */
  nextPayment(): Promise<number>;
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

interface BuiltFile {
  readonly type: string;
  readonly body: Buffer;
}

export async function startBenchServer(folder: string): Promise<BenchServer> {
  const files = readFiles(folder);
  let sent: SentFile[] = [];
  let waiting: ((arrivedAt: number) => void)[] = [];

  function sendFile({ pathname: path, searchParams }: URL, response: ServerResponse): void {
    const [, folder = '', name = ''] = /^\/([^/]+)\/(.*)/.exec(path) ?? [];
    const file = files.get(`/${SHARED[folder] ?? folder}/${name}`);
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    const { type, body } = file;
    sent.push({ path, bytes: body.length });
    const headers = { 'Content-Type': type, 'Content-Encoding': 'br', 'Content-Length': body.length };
    response.writeHead(200, { ...headers, ...(searchParams.has('isolated') && FINE_CLOCK) }).end(body);
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const answer = (body: object) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (request.method === 'POST' && url.pathname.endsWith(PAYMENTS_PATH)) {
      const arrivedAt = wallClock();
      for (const resolve of waiting.splice(0)) resolve(arrivedAt);
      request.resume().on('end', () => answer(PAID));
    } else if (url.pathname.endsWith(CONFIG_PATH))
      answer(configOf(url.pathname.startsWith(`/${WIDGET_IN_TEST.id}/`) ? 'test' : 'live'));
    else sendFile(url, response);
  });
  return {
    url: await listen(server, 0),
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

function readFiles(folder: string): ReadonlyMap<string, BuiltFile> {
  const files = new Map<string, BuiltFile>();
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[extname(path)];
    if (type) files.set(`/${path}`, { type, body: brotliCompressSync(readFileSync(join(folder, path))) });
  }
  return files;
}
