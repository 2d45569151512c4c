import { createHash, createHmac, type BinaryLike } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type * as proxyCode from './proxy-code.js';
import type * as pageCode from './page-code.js';
import type { World } from './world.js';

/** A change of the source, made while it is loaded. */
export interface Patch {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export type ProxyCode = typeof proxyCode;
export type PageCode = typeof pageCode;

/** What the code of a page finds in its global scope. */
export type PageScope = Record<string, unknown>;

export interface Code {
  /** One for all processes: no module of the proxy keeps a state of its own. */
  readonly proxy: ProxyCode;
  /** A new copy of all modules, as for each page that a browser opens. */
  readonly createPage: (scope: PageScope) => PageCode;
  /** Before each run: whose time and chance the proxy's modules get. */
  readonly enter: (world: World) => void;
}

/** Checking the options of a process takes as long as a payment. */
const UNCHECKED: Patch = { file: 'packages/proxy/src/index.ts', from: '  checkOptions(options);', to: '' };

const PAGE_GLOBALS =
  'Date Math crypto setTimeout clearTimeout fetch sessionStorage localStorage BroadcastChannel navigator location isSecureContext globalThis';

/** Loads the sources with changes into functions whose time, chance and network are arguments. */
export async function loadCode(patches: readonly Patch[] = []): Promise<Code> {
  const [proxyText, pageText] = await Promise.all([
    bundle('test/simulation/proxy-code.ts', [UNCHECKED, ...patches]),
    bundle('test/simulation/page-code.ts', patches),
  ]);
  let current: World | undefined;
  const world = () => current as World;
  const scope = {
    Date: dateAt(() => world().now),
    crypto: cryptoOf(() => world().nextBytes()),
    setTimeout: () => ({ unref: () => undefined }), // of the limits only: no window of ten minutes ends
    clearTimeout: () => undefined,
    require: createRequire(import.meta.url),
  };
  const createPage = toFunction(pageText, PAGE_GLOBALS.split(' '));
  return {
    proxy: toFunction(proxyText, Object.keys(scope))(scope) as ProxyCode,
    createPage: (given) => createPage(given) as PageCode,
    enter: (next) => (current = next),
  };
}

async function bundle(entry: string, patches: readonly Patch[]): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'exported',
    platform: 'node',
    external: ['lmdb'],
    conditions: ['production'],
    target: 'es2022',
    logLevel: 'error',
    plugins: [patching(patches)],
  });
  return outputFiles[0]?.text ?? '';
}

function patching(patches: readonly Patch[]): Plugin {
  const byFile = new Map<string, Patch[]>();
  for (const patch of patches) {
    const path = resolve(patch.file);
    byFile.set(path, [...(byFile.get(path) ?? []), patch]);
  }
  return {
    name: 'patches',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const changes = byFile.get(path);
        return changes && { contents: changes.reduce(apply, readFileSync(path, 'utf8')), loader: 'ts' };
      });
    },
  };
}

function apply(source: string, { file, from, to }: Patch): string {
  if (source.split(from).length !== 2) throw new Error(`Expected this once in ${file}: ${from}`);
  return source.replace(from, () => to);
}

function toFunction(text: string, names: readonly string[]): (scope: PageScope) => unknown {
  const create = new Function('scope', `const { ${names.join(', ')} } = scope;\n${text}\nreturn exported;`);
  return (scope) => create(scope) as unknown;
}

/** A `Date` that reads another clock. */
export function dateAt(now: () => number): DateConstructor {
  return class extends Date {
    constructor(...args: [] | [number]) {
      super(...((args.length === 0 ? [now()] : args) as [number]));
    }
    static override now(): number {
      return now();
    }
  } as unknown as DateConstructor;
}

/** Web Crypto without threads, whose results would arrive in a random order, and without chance. */
export function cryptoOf(nextBytes: () => Uint8Array) {
  const keyOf = (data: BinaryLike, usages: string[]) => ({
    [Symbol.toStringTag]: 'CryptoKey',
    type: 'secret',
    algorithm: { name: 'HMAC', hash: { name: 'SHA-256' } },
    usages,
    data,
  });
  const sign = (key: { data: BinaryLike }, data: BinaryLike) => createHmac('sha256', key.data).update(data).digest();
  return {
    randomUUID: () => Buffer.from(nextBytes()).toString('hex'),
    getRandomValues: (bytes: Uint8Array) => (bytes.set(nextBytes()), bytes),
    subtle: {
      importKey: (_format: string, data: BinaryLike, _name: unknown, _isExtractable: boolean, usages: string[]) =>
        Promise.resolve(keyOf(data, usages)),
      sign: (_name: unknown, key: { data: BinaryLike }, data: BinaryLike) => Promise.resolve(sign(key, data)),
      verify: (_name: unknown, key: { data: BinaryLike }, signature: Uint8Array, data: BinaryLike) =>
        Promise.resolve(sign(key, data).equals(signature)),
      digest: (_name: unknown, data: BinaryLike) => Promise.resolve(createHash('sha256').update(data).digest()),
    },
  };
}
