import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { chromium, type Browser } from 'playwright-core';
import sirv from 'sirv';
import { build as viteBuild } from 'vite';
import webpack from 'webpack';
import { close, listen } from '../../demo/listen.js';
import { chromiumArgs, findHeadlessChromium } from '../chromium.js';
import { rsaPair } from '../support/encryption-keys.js';
import { LANGUAGES } from '../../src/languages.js';
import { entriesOf, installPackage, type Project } from '../support/installed-package.js';
import { listenForComplaints, typeCard } from '../support/shopper.js';

/** Bundles a module of the project into a folder there, as an app is built for production. */
type Bundle = (project: Project, entry: string, folder: string) => Promise<unknown>;

/** The module that stands for a server; all others are for a page. */
const SERVER = 'server.js';

/** The module that stands for a window of Electron: a page that has Node, too. */
const WINDOW = 'window.js';

/** A program of the machine itself, which no bundler can put into a file. */
const NATIVE = 'lmdb';

/** The app whose bytes are looked at. */
const SMALL = 'errors.js';

/** All that a page can import. */
const EVERYTHING = 'everything.js';

const BUNDLERS: readonly (readonly [name: string, bundle: Bundle])[] = [
  [
    'Vite',
    ({ folder: root }, entry, outDir) =>
      viteBuild({
        root,
        base: './',
        configFile: false,
        logLevel: 'error',
        build: {
          outDir,
          ssr: entry === SERVER,
          rolldownOptions: { input: join(root, entry), output: { entryFileNames: 'app.js' } },
        },
        ssr: { noExternal: true, external: [NATIVE] },
      }),
  ],
  [
    'webpack',
    ({ folder: context }, entry, out) =>
      new Promise<void>((resolve, reject) => {
        const output = { path: join(context, out), filename: 'app.js' };
        const performance = false; // it would warn of what is not minimized
        const optimization = { minimize: entry === SMALL }; // it takes webpack ten seconds, and changes nothing else
        webpack(
          {
            mode: 'production',
            target: { [SERVER]: 'node', [WINDOW]: 'electron-renderer' }[entry] ?? 'web',
            externals: [NATIVE],
            ignoreWarnings: [{ module: /rate-limiter-flexible/ }], // it asks for drivers that we never name
            ...{ context, entry: `./${entry}`, output, optimization, performance },
          },
          (error, stats) => {
            const { errors = [], warnings = [] } = stats?.toJson({ all: false, errors: true, warnings: true }) ?? {};
            const [complaint = error] = [...errors, ...warnings].map(({ message }) => new Error(message));
            if (complaint) reject(complaint);
            else resolve();
          },
        );
      }),
  ],
  [
    'esbuild',
    ({ folder: absWorkingDir }, entry, outdir) =>
      esbuild.build({
        absWorkingDir,
        entryPoints: { app: `./${entry}` },
        outdir,
        platform: entry === SERVER ? 'node' : 'browser',
        ...(entry === WINDOW && { conditions: ['node'] }),
        external: [NATIVE],
        bundle: true,
        minify: true,
        // With splitting it keeps what parts that are loaded later share with an element that nobody imports.
        splitting: entry !== SMALL,
        format: 'esm',
        logLevel: 'silent',
      }),
  ],
];

/** The code that a browser loads at once with a module: itself and what it imports, not what it may import later. */
function codeAtOnce(file: string, seen = new Set<string>()): string {
  if (seen.has(file)) return '';
  seen.add(file);
  const code = readFileSync(file, 'utf8');
  const imported = [...code.matchAll(/\b(?:import|from)\s*"(\.[^"]+)"/g)].map(([, path = '']) =>
    join(dirname(file), path),
  );
  return [code, ...imported.map((path) => codeAtOnce(path, seen))].join('\n');
}

describe('an app with the package from npm', () => {
  const key = rsaPair().publicKey;
  let project: Project;
  let server: Server;
  let url = '';
  let browser: Browser;

  before(async () => {
    [project, browser] = await Promise.all([
      installPackage(),
      findHeadlessChromium().then((executablePath) => chromium.launch({ executablePath, args: chromiumArgs() })),
    ]);
    await project.write(
      'shop.js',
      `import 'payment-widget/define';
       import { PaymentWidget } from 'payment-widget';
       globalThis.isTheSame = customElements.get('payment-widget') === PaymentWidget;`,
    );
    await project.write(
      SMALL,
      `import { isPaymentError, PaymentError } from 'payment-widget';
       globalThis.isKnown = isPaymentError(new PaymentError('declined', 'No.'));`,
    );
    const all = entriesOf(project.manifest, Object.keys(LANGUAGES)).filter((entry) => !entry.endsWith('.json'));
    const isForBundlers = (entry: string) => entry !== 'payment-widget/payment-widget.js'; // it is for script tags
    const isForServers = (entry: string) => /\/(proxy|stores\/.+)$/.test(entry);
    const imports = (entries: readonly string[]) =>
      [
        ...entries.map((entry, index) => `import * as entry${index} from '${entry}';`),
        `globalThis.all = [${entries.map((_, index) => `entry${index}`).join()}];`,
      ].join('\n');
    await project.write(EVERYTHING, imports(all.filter((entry) => isForBundlers(entry) && !isForServers(entry))));
    await project.write(SERVER, imports(all.filter(isForServers)));
    const files = sirv(project.folder, { dev: true });
    server = createServer((request, response) => {
      files(request, response);
    });
    url = await listen(server, 0);
  });
  after(async () => {
    await browser.close();
    await close(server);
    await project.remove();
  });

  for (const [name, bundle] of BUNDLERS) {
    describe(`bundled by ${name}`, () => {
      const folder = `built-by-${name}`;
      before(async () => {
        await bundle(project, 'shop.js', folder);
        await bundle(project, SMALL, `${folder}-errors`);
      });

      it('has the element, its language and what encrypts: an encrypted card is paid in German', async () => {
        const page = await browser.newPage();
        page.setDefaultTimeout(15_000);
        const complaints = await listenForComplaints(page);
        const sent: string[] = [];
        await page.route('**/shop.html', (route) =>
          route.fulfill({
            contentType: 'text/html; charset=utf-8',
            body: `<!doctype html><html lang="de"><script type="module" src="/${folder}/app.js"></script>
              <payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="r" require-encryption></payment-widget></html>`,
          }),
        );
        await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
        await page.route('**/pay/config', (route) =>
          route.fulfill({ json: { mode: 'live', idempotency: true, recovery: false, encryption_key: key } }),
        );
        await page.route('**/pay/v1/payments', (route, request) => {
          sent.push(request.postData() ?? '');
          return route.fulfill({ json: {} });
        });
        await page.goto(`${url}/shop.html`);
        await page.getByLabel('Kartennummer').waitFor();
        await typeCard(page, '5555555555554444');
        await page.keyboard.press('Enter');
        await page.locator('payment-widget:state(paid)').waitFor();
        const isTheSame = await page.evaluate(() => Reflect.get(globalThis, 'isTheSame') as unknown);
        await page.close();
        assert.deepEqual([isTheSame, complaints, sent.length], [true, [], 1]);
        assert.match(sent[0] ?? '', /"encrypted[^"]*":\s*"eyJ/);
      });

      it('can have every entry, in a page or on a server', async () => {
        for (const entry of [EVERYTHING, SERVER]) await bundle(project, entry, `${folder}-${entry}`);
        assert.match(readFileSync(join(project.folder, `${folder}-${SERVER}/app.js`), 'utf8'), /Idempotency-Replayed/);
      });

      it('has the element in a window of Electron, too', async () => {
        await project.write(WINDOW, `import 'payment-widget/define'; import 'payment-widget';`);
        await bundle(project, WINDOW, `${folder}-${WINDOW}`);
        assert.match(codeAtOnce(join(project.folder, `${folder}-${WINDOW}/app.js`)), /customElements/);
      });

      it('has nothing but the errors where only those are imported: no element, no Lit, no zod', (t) => {
        const code = codeAtOnce(join(project.folder, `${folder}-errors/app.js`));
        t.diagnostic(`${name}: ${Buffer.byteLength(code)} bytes, ${brotliCompressSync(code).length} with brotli`);
        const found = code.match(/isKnown|customElements|HTMLElement|CustomEvent|litHtml|litElement|ZodMini|_zod/g);
        assert.deepEqual(found, ['isKnown']);
      });
    });
  }
});
