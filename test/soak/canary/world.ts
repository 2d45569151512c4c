import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.js';
import { startFaultProxy, type FaultProxy, type FaultRequest } from '../faults/fault-proxy.js';
import type { Fault } from '../faults/faults.js';
import { closedAddress, startRecorder, type Behaviour, type TestServer } from '../../support/node-servers.js';
import { startHeardProcess } from '../../support/processes.js';
import type { ShopProxies } from '../../support/processes/canary-shop.js';
import type { Scope } from '../../support/scope.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { createKey } from './cards.js';
import { printable, type Evidence } from './find.js';

/** How the service responds to a payment; it may delegate to the sandbox. */
export type Service = (...given: [...Parameters<Behaviour>, sandbox: Behaviour]) => void;

/** The service's behaviour and the fault for an order. */
export interface OrderPlan {
  /** Default: the sandbox. */
  readonly service?: Service | undefined;
  /** Fault between the browser and the merchant's server. */
  readonly fault?: ((request: FaultRequest) => Fault | undefined) | undefined;
}

/** The names of the merchant's proxies. */
export type ProxyName = 'test' | 'live' | 'rotating' | 'unreachable' | 'bare';

/** A payments service and a merchant's server, with records of everything they received and wrote. */
export interface World {
  /** The merchant's server, behind a fault proxy. */
  readonly shopUrl: string;
  readonly serviceUrl: string;
  readonly sandbox: Sandbox;
  /** All API keys. */
  readonly keys: readonly string[];
  plan(reference: string, plan: OrderPlan): void;
  /** Network traffic for an order. */
  wire(reference: string): Evidence[];
  /** Whether a fault was injected for an order. */
  hasInjectedFault(reference: string): boolean;
  /** Logs and stores of all proxies. */
  leftBehind(): Promise<Evidence[]>;
}

export const TO_PROXY = 'the body that the page sends to the proxy';
export const TO_SERVICE = 'the body that the proxy sends to the service';
export const AUTHORIZATION = 'Authorization to the service';

/** `proxy-url` contains the order's reference, so that each request can be assigned to its order. */
export const proxyUrl = (name: ProxyName, reference: string): string => `/pay/${name}/${reference}`;
const referenceOf = (path: string) => path.split('/')[3] ?? '';

export async function startWorld(t: Scope): Promise<World> {
  const plans = new Map<string, OrderPlan>();
  const sandbox = createSandbox();
  const ask = askSandbox(sandbox);
  const service = await startRecorder(t, (response, request) => {
    const { reference } = parse(request.body);
    const behave = plans.get(String(reference))?.service ?? ask;
    behave(response, request, ask);
  });
  const [old, nobodys] = [createKey('sk_test_'), createKey('sk_test_')];
  const { live, test } = sandbox.keys;
  const baseUrl = service.url;
  const folder = await temporaryFolder(t);
  const shop = await startShop(t, folder, {
    test: { baseUrl, apiKey: test, mode: 'test' },
    live: { baseUrl, apiKey: live, mode: 'live' },
    rotating: { baseUrl, apiKey: [old, test], mode: 'test' },
    unreachable: { baseUrl: await closedAddress(), apiKey: nobodys, mode: 'test' },
  });
  const lab = await startFaultProxy(shop.url, { matches: () => true });
  t.after(() => lab.close());
  lab.always((request) => plans.get(referenceOf(request.path))?.fault?.(request) ?? { kind: 'pass' });

  return {
    shopUrl: lab.url,
    serviceUrl: service.url,
    sandbox,
    keys: [live, test, old, nobodys],
    plan: (reference, plan) => plans.set(reference, plan),
    wire: (reference) => {
      // Traffic that belongs to no order counts for every order.
      const isOf = (other: string) => other === reference || !plans.has(other);
      return [...wireToProxy(lab, isOf), ...wireToService(service, isOf)];
    },
    hasInjectedFault: (reference) =>
      lab.seen.some(({ path, isInjected }) => isInjected && referenceOf(path) === reference),
    leftBehind: async () => [
      { place: 'the log of the proxy', text: shop.said() },
      { place: 'the store of the proxy', text: await readStore(folder) },
    ],
  };
}

function parse(body: string): { reference?: unknown } {
  try {
    return JSON.parse(body) as { reference?: unknown };
  } catch {
    return {};
  }
}

function askSandbox(sandbox: Sandbox): Behaviour {
  return (response, { method, url, headers, body }) => {
    const sent = {
      'Idempotency-Key': String(headers['idempotency-key'] ?? ''),
      Authorization: headers.authorization ?? '',
    };
    const request = new Request(`https://service.example${url}`, { method, headers: sent, body });
    void sandbox.handle(request).then(async (answer) => {
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    });
  };
}

async function startShop(t: Scope, folder: string, proxies: ShopProxies): Promise<{ url: string; said: () => string }> {
  const child = startHeardProcess('canary-shop.ts', [folder, JSON.stringify(proxies)]);
  t.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  const exited = once(child, 'exit').then(() => {
    throw new Error(`The merchant's server has exited: ${said}`);
  });
  const [url] = (await Promise.race([once(child.stdout, 'data'), exited])) as [Buffer];
  exited.catch(() => undefined); // expected at the end
  return { url: url.toString().trim(), said: () => said };
}

type IsOf = (reference: string) => boolean;

/** Static files, which are searched separately. */
const isFile = (path: string) => /^\/(checkout\.html|[\w-]+\.js|favicon\.ico)/.test(path);

function wireToProxy({ seen }: FaultProxy, isOf: IsOf): Evidence[] {
  return seen
    .filter(({ path }) => !isFile(path) && isOf(referenceOf(path)))
    .flatMap(({ method, path, headers, body, answers }) => [
      { place: isPayment(method, path) ? TO_PROXY : 'another body that the page sends', text: body },
      { place: 'addresses and headers that the page sends', text: `${method} ${path} ${JSON.stringify(headers)}` },
      { place: 'what the proxy answers', text: JSON.stringify(answers) },
    ]);
}

function wireToService({ requests }: TestServer, isOf: IsOf): Evidence[] {
  return requests
    .filter(({ body }) => isOf(String(parse(body).reference)))
    .flatMap(({ method, url, headers: { authorization = '', ...headers }, body }) => [
      { place: TO_SERVICE, text: body },
      { place: AUTHORIZATION, text: authorization },
      { place: 'what else the proxy sends', text: `${method} ${url} ${JSON.stringify(headers)}` },
    ]);
}

export const isPayment = (method: string, path: string): boolean => method === 'POST' && path.endsWith('/v1/payments');

/** Printable text in the database's files, including pages that it no longer uses. */
async function readStore(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = await Promise.all(files.map(async (file) => printable(await readFile(file))));
  return texts.flat().join('\n');
}
