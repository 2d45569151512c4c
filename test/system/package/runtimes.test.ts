import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EdgeVM } from '@edge-runtime/vm';
import { build, type BuildOptions } from 'esbuild';
import { LANGUAGES } from 'payment-widget/i18n/languages';
import * as pages from 'payment-widget';
import * as servers from 'payment-widget/server-stub';
import { entriesOf } from '../../support/installed-package.js';
import { IDEMPOTENCY_KEY, samplePayment } from '../../support/sample-payment.js';
import proxy from '../../../packages/proxy/package.json' with { type: 'json' };
import widget from '../../../package.json' with { type: 'json' };

const ROOT = process.cwd();

const entries = entriesOf(
  { 'payment-widget': widget, 'payment-widget-proxy': proxy } as never,
  Object.keys(LANGUAGES),
).filter((entry) => !/\.(css|json|sql)$/.test(entry));

/** Bundles a module for a runtime into one script. */
async function bundle(contents: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: ROOT },
    bundle: true,
    write: false,
    logLevel: 'silent',
    format: 'iife',
    globalName: 'entry',
    tsconfigRaw: '{}', // without the paths to sources
    external: ['lmdb'], // native; imported when a store is opened
    ...options,
  });
  return outputFiles?.[0]?.text ?? '';
}

const OPTIONS: BuildOptions = { platform: 'browser', conditions: ['edge-light', 'worker'] };

/** Runs scripts one after another with additional globals. @returns the value of the last one */
function run(globals: object, ...scripts: readonly string[]): unknown {
  const runtime = new EdgeVM();
  Object.assign(runtime.context, globals);
  return scripts.map((script) => runtime.evaluate<unknown>(script)).at(-1);
}

/** Global functions that an import must not call. */
const EFFECTS = ['addEventListener', 'fetch', 'queueMicrotask', 'setInterval', 'setTimeout'] as const;

describe('the package in an edge runtime', () => {
  it('imports every entry without timers, listeners or console output', async () => {
    for (const entry of entries) {
      const called: string[] = [];
      const note = (what: string) => () => void called.push(what);
      const globals = {
        ...Object.fromEntries(EFFECTS.map((effect) => [effect, note(effect)])),
        console: new Proxy({}, { get: (_target, method) => note(`console.${String(method)}`) }),
      };
      run(globals, await bundle(`export * from '${entry}';`, OPTIONS));
      assert.deepEqual(called, [], entry);
    }
  });

  it('takes a payment once, with limits and a store', async () => {
    const shop = `
      import { createPaymentProxy } from 'payment-widget-proxy';
      import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
      let charges = 0;
      const proxy = createPaymentProxy({
        baseUrl: 'https://service.example', apiKey: 'sk_9f8e7d6c5b4a', mode: 'test', trustBrowserAmount: true,
        limits: { attemptsPerClient: false },
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
    // Node's timers, which can be unreferenced: the limits count for ten minutes.
    const answers = await run({ setTimeout, clearTimeout }, await bundle(shop, OPTIONS), 'entry.answers');
    assert.equal(answers, '200 {"id":"pay_1"},200 {"id":"pay_1"}');
  });

  it('exports the same names as in a browser', () => {
    assert.deepEqual(Object.keys(servers).sort(), Object.keys(pages).sort());
  });
});
