import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answer, startRecorder, type ReceivedRequest, type TestServer } from '../../support/node-servers.js';
import { startNginx } from '../../support/nginx.js';
import { programSettings, startProgram, type Program } from '../../support/program.js';
import type { Scope } from '../../support/scope.js';
import { languages, needLanguages, SECRETS, startShop, type Language, type Shop } from './shops.js';

/** Shops in all languages, with one program. */
export interface World {
  readonly shops: Readonly<Record<Language, Shop>>;
  /** With order tokens. */
  readonly program: Program;
  /** With order tokens, and a clock that is two hours fast. */
  readonly lateProgram: Program;
  /** It asks the shops for prices. */
  readonly askingProgram: Program;
  readonly service: TestServer;
  /** Webhooks that the program has sent to the shops. */
  readonly webhooks: readonly ReceivedRequest[];
  /** Requests for prices that the program has sent to the shops. */
  readonly priceRequests: readonly ReceivedRequest[];
  /** The program, the files of the element and the shops, each under its language. */
  readonly origin: string;
}

const TWO_HOURS_FAST = `
  const System = Date;
  const now = () => System.now() + 2 * 3600 * 1000;
  globalThis.Date = class extends System {
    constructor(...args) { super(...(args.length > 0 ? args : [now()])); }
    static now() { return now(); }
  };`;

/** The shop that a reference of the tests names. */
const languageOf = (reference: string) => /^[a-z]+/.exec(reference)?.[0] as Language;

export async function startWorld(t: Scope): Promise<World> {
  await needLanguages();
  const started = await Promise.all(
    languages.map(async (language) => [language, await startShop(t, language)] as const),
  );
  const shops = Object.fromEntries(started) as Record<Language, Shop>;
  const service = await startRecorder(t, answer(200, '{"id":"pay_1","status":"succeeded"}'));
  const settled = await startRelay(t, ({ body }) => {
    const { data } = JSON.parse(body) as { data: { reference: string } };
    return shops[languageOf(data.reference)].settledUrl;
  });
  const prices = await startRelay(t, ({ url }) => {
    const { search, searchParams } = new URL(url, 'http://localhost');
    return shops[languageOf(searchParams.get('reference') ?? '')].priceUrl + search;
  });

  const { ORDER_TOKEN_SECRET, SETTLED_SECRET, PRICE_SECRET } = SECRETS;
  const { ORDER_TOKEN_SECRET: _, ...asking } = await programSettings(t, service.url);
  const withTokens = async () => ({ ...(await programSettings(t, service.url)), ORDER_TOKEN_SECRET });
  const fast = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TWO_HOURS_FAST)}` };
  const [program, lateProgram, askingProgram] = await Promise.all([
    startProgram(t, { ...(await withTokens()), SETTLED_URL: settled.url, SETTLED_SECRET }),
    startProgram(t, { ...(await withTokens()), ...fast }),
    startProgram(t, { ...asking, PRICE_URL: prices.url, PRICE_SECRET }),
  ]);
  return {
    ...{ shops, program, lateProgram, askingProgram, service },
    ...{ webhooks: settled.requests, priceRequests: prices.requests },
    origin: await startFront(t, program, shops),
  };
}

/** Passes requests of the program on to the shop that they are for, byte by byte. */
async function startRelay(t: Scope, targetOf: (request: ReceivedRequest) => string): Promise<TestServer> {
  return startRecorder(t, (response, request) => {
    void send(request, targetOf(request)).then(async (reply) => {
      response.writeHead(reply.status, { 'Content-Type': 'application/json' }).end(await reply.text());
    });
  });
}

/** Sends a request of the program to a shop, with changes. */
export function send(
  { method, headers, body }: ReceivedRequest,
  url: string,
  change: { readonly body?: string; readonly headers?: Readonly<Record<string, string | undefined>> } = {},
): Promise<Response> {
  const passed = ['authorization', 'content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const all = { ...Object.fromEntries(passed.map((name) => [name, headers[name]])), ...change.headers };
  const sent = Object.entries(all).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return fetch(url, { method, headers: sent, ...(method === 'POST' && { body: change.body ?? body }) });
}

/** The nginx of the documentation, with the shops behind it. */
async function startFront(t: Scope, program: Program, shops: World['shops']): Promise<string> {
  const documented = await readFile('docs/examples/program/nginx.conf', 'utf8');
  const locations = documented
    .replace('http://127.0.0.1:3000', program.address)
    .replace('/srv/payments/node_modules/payment-widget/dist/browser/', join(process.cwd(), 'dist/browser/'));
  const behind = languages.map((language) => `location /${language}/ { proxy_pass ${shops[language].url}/; }`);
  return startNginx(t, (port) => `server { listen 127.0.0.1:${port}; ${locations} ${behind.join('\n')} }`);
}
