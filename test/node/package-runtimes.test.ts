import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { EdgeVM } from '@edge-runtime/vm';
import { build, type BuildOptions } from 'esbuild';
import { LANGUAGES } from '../../src/languages.js';
import * as pages from '../../src/index.js';
import * as servers from '../../src/without-dom.js';
import { entriesOf, type Manifest } from '../support/installed-package.js';
import { IDEMPOTENCY_KEY, samplePayment } from '../support/sample-payment.js';
import manifest from '../../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');

const entries = entriesOf(manifest as unknown as Manifest, Object.keys(LANGUAGES)).filter(
  (entry) => !entry.endsWith('.json'),
);

/** Bundles a module as for a runtime: into one script that imports nothing when it begins. */
async function bundle(contents: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: ROOT },
    bundle: true,
    write: false,
    logLevel: 'silent',
    format: 'iife',
    globalName: 'entry',
    external: ['lmdb'], // a program of one machine; it is imported when a store is opened
    ...options,
  });
  return outputFiles?.[0]?.text ?? '';
}

/** What the standards give every server, and nothing of a page or of Node. */
const WEB = {
  ...{ AbortController, AbortSignal, Headers, Request, Response, TextDecoder, TextEncoder, URL, URLSearchParams },
  ...{ atob, btoa, clearTimeout, crypto, setTimeout, structuredClone },
};

interface Runtime {
  readonly name: string;
  readonly options: BuildOptions;
  /** Runs scripts one after another with these global names besides its own, and answers what the last one gives. */
  readonly run: (globals: object, ...scripts: string[]) => unknown;
}

/** A context of Node's without what is Node's own: no `process`, no `Buffer`, no `require`. */
const inBareContext: Runtime['run'] = (globals, ...scripts) => {
  const context = createContext({ ...WEB, ...globals });
  return scripts.map((script) => runInContext(script, context) as unknown).at(-1);
};

const inEdgeRuntime: Runtime['run'] = (globals, ...scripts) => {
  const runtime = new EdgeVM();
  Object.assign(runtime.context, globals);
  return scripts.map((script) => runtime.evaluate<unknown>(script)).at(-1);
};

const RUNTIMES: readonly Runtime[] = [
  {
    name: 'an edge runtime',
    options: { platform: 'browser', conditions: ['edge-light', 'worker'] },
    run: inEdgeRuntime,
  },
  { name: 'workerd', options: { platform: 'browser', conditions: ['workerd', 'worker'] }, run: inBareContext },
  // These two have Node's modules, and the condition of Node beside their own.
  { name: 'Deno', options: { platform: 'node', conditions: ['deno'] }, run: inBareContext },
  { name: 'Bun', options: { platform: 'node', conditions: ['bun'] }, run: inBareContext },
];

/** Global functions that a module must not call when it is imported. */
const EFFECTS = ['addEventListener', 'fetch', 'queueMicrotask', 'setInterval', 'setTimeout'] as const;

describe('the package on servers, where there is no DOM,', () => {
  for (const { name, options, run } of RUNTIMES) {
    describe(`in ${name}`, () => {
      it('can be imported by every entry: no timer, no listener, no word on the console', async () => {
        for (const entry of entries) {
          const called: string[] = [];
          const note = (what: string) => () => void called.push(what);
          const globals = {
            ...Object.fromEntries(EFFECTS.map((effect) => [effect, note(effect)])),
            console: new Proxy({}, { get: (_target, method) => note(`console.${String(method)}`) }),
          };
          run(globals, await bundle(`export * from '${entry}';`, options));
          assert.deepEqual(called, [], entry);
        }
      });
    });
  }

  for (const { name, options, run } of RUNTIMES.slice(0, 2)) {
    describe(`in ${name}`, () => {
      it('has a proxy that takes a payment once, with its limits and the store that is given', async () => {
        const shop = `
          import { createPaymentProxy } from 'payment-widget/proxy';
          import { createMemoryStore } from 'payment-widget/stores/memory';
          let charges = 0;
          const proxy = createPaymentProxy({
            baseUrl: 'https://service.example', apiKey: 'sk_9f8e7d6c5b4a', mode: 'test', trustBrowserAmount: true,
            store: createMemoryStore(), allowMemoryStore: true, logger: (entry) => { throw new Error(entry.message); },
            fetch: async () => Response.json({ id: 'pay_' + ++charges }),
          });
          const pay = async () => {
            const response = await proxy(new Request('https://shop.example/pay/v1/payments', {
              method: 'POST',
              headers: { 'Content-Type': 'application/json', 'Idempotency-Key': ${JSON.stringify(IDEMPOTENCY_KEY)} },
              body: ${JSON.stringify(JSON.stringify(samplePayment()))},
            }));
            return response.status + ' ' + await response.text();
          };
          export const answers = pay().then(async (first) => [first, await pay()].join());`;
        // Node's own, which do not keep it from ending: the limits count for ten minutes.
        const answers = await run({ setTimeout, clearTimeout }, await bundle(shop, options), 'entry.answers');
        assert.equal(answers, '200 {"id":"pay_1"},200 {"id":"pay_1"}');
      });

      it('has names of the element and its events, which say where they belong when one is made', async () => {
        const code = await bundle(`export * from 'payment-widget';`, options);
        const make = '(() => { try { new entry.PaymentWidget(); } catch (error) { return error.message; } })()';
        assert.match(String(run({}, code, make)), /there is no DOM here/);
      });
    });
  }

  it('has every name that it has on pages', () => {
    assert.deepEqual(Object.keys(servers).sort(), Object.keys(pages).sort());
  });
});
