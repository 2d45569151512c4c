import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { type Browser } from 'playwright-core';
import sirv from 'sirv';
import { build as viteBuild } from 'vite';
import webpack from 'webpack';
import { close, listen } from '../../../demo/listen.js';
import { openBrowser } from '../../support/browser.js';
import { installPackages, type Project } from '../../support/installed-package.js';
import { listenForComplaints, typeCard } from '../../support/shopper.js';

/** Builds a module of the project for production into a folder of the project. */
type Bundle = (project: Project, entry: string, folder: string) => Promise<unknown>;

/** An app that imports the errors only. */
const SMALL = 'errors.js';

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
          rolldownOptions: { input: join(root, entry), output: { entryFileNames: 'app.js' } },
        },
      }),
  ],
  [
    'webpack',
    ({ folder: context }, entry, out) =>
      new Promise<void>((resolve, reject) => {
        const output = { path: join(context, out), filename: 'app.js' };
        const performance = false; // would warn of code that is not minimized
        const optimization = { minimize: entry === SMALL }; // takes ten seconds
        webpack(
          {
            mode: 'production',
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
];

/** The code of a module and of its static imports. */
function codeAtOnce(file: string, seen = new Set<string>()): string {
  if (seen.has(file)) return '';
  seen.add(file);
  const code = readFileSync(file, 'utf8');
  const imported = [...code.matchAll(/\b(?:import|from)\s*"(\.[^"]+)"/g)].map(([, path = '']) =>
    join(dirname(file), path),
  );
  return [code, ...imported.map((path) => codeAtOnce(path, seen))].join('\n');
}

describe('an app with the npm package', () => {
  let project: Project;
  let server: Server;
  let url = '';
  let browser: Browser;

  before(async () => {
    [project, browser] = await Promise.all([installPackages(), openBrowser()]);
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

      it('pays in German', async () => {
        const page = await browser.newPage();
        const complaints = await listenForComplaints(page);
        const sent: string[] = [];
        await page.route('**/shop.html', (route) =>
          route.fulfill({
            contentType: 'text/html; charset=utf-8',
            body: `<!doctype html><html lang="de"><meta name="viewport" content="width=device-width" /><script type="module" src="/${folder}/app.js"></script>
              <payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="r"></payment-widget></html>`,
          }),
        );
        await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
        await page.route('**/pay/config', (route) =>
          route.fulfill({ json: { mode: 'live', idempotency: true, recovery: false } }),
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
        assert.match(sent[0] ?? '', /"number":"5555555555554444"/);
      });

      it('contains no element, Lit or zod if only the errors are imported', (t) => {
        const code = codeAtOnce(join(project.folder, `${folder}-errors/app.js`));
        t.diagnostic(`${name}: ${Buffer.byteLength(code)} bytes, ${brotliCompressSync(code).length} with brotli`);
        const found = code.match(/isKnown|customElements|HTMLElement|CustomEvent|litHtml|litElement|ZodMini|_zod/g);
        assert.deepEqual(found, ['isKnown']);
      });
    });
  }
});
