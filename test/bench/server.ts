import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { close, listen } from '../../src/node-server/listen.js';
import { CONFIG_PATH, FRAME_PATH, PAYMENTS_PATH } from '../../src/contract/protocol.js';
import { createPage, isFrameFilePath } from '../../src/proxy/frame/frame.js';
import { BASELINE, BASELINE_REPEATED, ISOLATED } from './contenders.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Responses for every contender. Each payment succeeds. */
const CONFIG = { mode: 'live', idempotency: true, recovery: true };
const PAID = { id: 'pay_1', status: 'paid', source: { message: 'paid' } };

/** Cross-origin isolation gives `performance.now()` a resolution of 5 µs instead of 100 µs. */
const FINE_CLOCK = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

/** A received payment request. */
export interface Arrival {
  /** When its headers were received, in ms since the Unix epoch. */
  readonly at: number;
}

/** A served file and its compressed size. */
export interface SentFile {
  readonly path: string;
  readonly bytes: number;
  /** Whether the frame has loaded it, which the server serves. */
  readonly isInFrame: boolean;
}

export interface BenchServer {
  readonly url: string;
  /** The origin of the frame that it serves, and of the proxy for it. */
  readonly paymentOrigin: string;
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

/** In the pages, stands for the origin of the frame. */
const ORIGIN_IN_PAGES = '{payment-origin}';

/** Any version: the files of a run do not change. */
const FRAME_VERSION = '0123456789abcdef';

interface BuiltFile {
  readonly type: string;
  readonly body: Buffer;
}

/**
 * Serves the built contenders, precompressed with Brotli at the highest level, and accepts payments. A second origin serves the
 * frame of isolated mode, with its proxy.
 */
export async function startBenchServer(folder: string): Promise<BenchServer> {
  let files: ReadonlyMap<string, BuiltFile> = new Map();
  let renderFrame = createPage({ ancestors: [] });
  let sent: SentFile[] = [];
  let waiting: ((arrival: Arrival) => void)[] = [];

  function send(response: ServerResponse, { type, body }: BuiltFile, name: Omit<SentFile, 'bytes'>, more = {}): void {
    sent.push({ ...name, bytes: body.length });
    const headers = { 'Content-Type': type, 'Content-Encoding': 'br', 'Content-Length': body.length };
    response.writeHead(200, { ...headers, ...more }).end(body);
  }

  function sendFile({ pathname, searchParams }: URL, response: ServerResponse): void {
    const file = files.get(pathname.replace(`/${BASELINE_REPEATED.id}/`, `/${BASELINE.id}/`));
    const headers = searchParams.has('isolated') ? FINE_CLOCK : {};
    if (file) send(response, file, { path: pathname, isInFrame: false }, headers);
    else response.writeHead(404).end();
  }

  async function sendFrame(url: URL, response: ServerResponse): Promise<void> {
    const page = renderFrame(url, FRAME_VERSION);
    const body = brotliCompressSync(await page.text());
    const headers = Object.fromEntries(page.headers);
    send(response, { type: TYPES['.html'] as string, body }, { path: 'frame.html', isInFrame: true }, headers);
  }

  function sendFrameFile({ pathname }: URL, response: ServerResponse): void {
    const name = pathname.slice(pathname.indexOf(FRAME_VERSION) + FRAME_VERSION.length);
    const file = files.get(`/${ISOLATED.id}${name}`);
    if (file) send(response, file, { path: `frame${name}`, isInFrame: true });
    else response.writeHead(404).end();
  }

  function acceptPayment(request: IncomingMessage, response: ServerResponse): void {
    const arrival = { at: wallClock() };
    for (const resolve of waiting.splice(0)) resolve(arrival);
    request.resume().on('end', () => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(PAID));
    });
  }

  const serve = (others: (url: URL, response: ServerResponse) => void) =>
    createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      if (request.method === 'POST' && url.pathname.endsWith(PAYMENTS_PATH)) acceptPayment(request, response);
      else if (url.pathname.endsWith(CONFIG_PATH)) {
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(CONFIG));
      } else others(url, response);
    });
  const pages = serve(sendFile);
  const frames = serve((url, response) => {
    if (url.pathname.endsWith(FRAME_PATH)) void sendFrame(url, response);
    else if (isFrameFilePath(url.pathname.replace(/^\/pay/, ''))) sendFrameFile(url, response);
    else response.writeHead(404).end();
  });
  const [url, paymentOrigin] = [await listen(pages, 0), await listen(frames, 0)];
  files = readFiles(folder, paymentOrigin);
  renderFrame = createPage({ ancestors: [url] });
  return {
    url,
    paymentOrigin,
    takeSentFiles() {
      const taken = sent;
      sent = [];
      return taken;
    },
    nextPayment: () =>
      new Promise((resolve) => {
        waiting = [...waiting, resolve];
      }),
    async close() {
      await Promise.all([close(pages), close(frames)]);
    },
  };
}

function readFiles(folder: string, paymentOrigin: string): ReadonlyMap<string, BuiltFile> {
  const files = new Map<string, BuiltFile>();
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[extname(path)];
    if (!type) continue;
    const content = readFileSync(join(folder, path), 'utf8');
    const text = path.endsWith('.html') ? content.replaceAll(ORIGIN_IN_PAGES, paymentOrigin) : content;
    files.set(`/${path}`, { type, body: brotliCompressSync(text) });
  }
  return files;
}
