import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import { builtFile } from '../../support/built-file.js';
import { withShop } from '../../support/shop.js';
import { typeCard } from '../../support/shopper.js';

/** Pages whose classic scripts have variables with the names of built-in functions that the form uses. */

const context = withShop();

/** Names that TypeScript knows in browsers. */
const typings = dirname(createRequire(import.meta.url).resolve('typescript'));
const builtIn = readdirSync(typings)
  .filter((file) => /^lib\.(dom|es\d+).*\.d\.ts$/.test(file))
  .flatMap((file) => [
    ...readFileSync(join(typings, file), 'utf8').matchAll(/^declare (?:var|function|namespace) (\w+)/gm),
  ])
  .map(([, name = '']) => name);

/** Words of the files that each payment needs, without members. */
const words = ['payment-widget.js', 'card-form.js']
  .map((name) => readFileSync(join('dist/browser', builtFile(name).file), 'utf8'))
  .flatMap((code) => code.match(/(?<![.\w$#])[A-Za-z_]\w*/g) ?? []);

const used = [...new Set(builtIn)].filter((name) => words.includes(name) && name !== 'location'); // which would leave the page

const TAKEN: Readonly<Record<string, string>> = {
  ...Object.fromEntries(used.map((name) => [name, `var ${name} = 'https://shop.example';`])),
  'URL, with a class that lacks canParse()': 'URL = class { constructor(href) { this.href = href; } };',
  'CustomEvent, with a class that is no event': 'CustomEvent = class {};',
  'AbortController, with a class without a signal': 'AbortController = class {};',
};

describe('a page that replaces', () => {
  for (const [name, code] of Object.entries(TAKEN)) {
    it(`${name}: the form works, or its fallback is shown and the console has the reason`, async () => {
      let reason: Promise<unknown> | undefined;
      const page = await context.open(
        `<script src="${context.shop.script(code)}"></script>
        <payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="${crypto.randomUUID()}">
          <p>Please call us.</p>
        </payment-widget>`,
        {
          prepare: (page) => {
            const logged = page.waitForEvent('console', (line) => line.text().includes('form_failed'));
            reason = Promise.any([logged, page.waitForEvent('pageerror')]);
          },
        },
      );
      const paid = async () => {
        await typeCard(page, '4242424242424242');
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
      };
      const replaced = async () => {
        await reason;
        await page.getByText('Please call us.').waitFor();
      };
      await Promise.any([paid(), replaced()]);
      await page.close();
    });
  }
});
