import { readFileSync, readdirSync } from 'node:fs';
import { it } from 'node:test';
import { withShop } from '../../support/shop.js';
import { typeCard } from '../../support/shopper.js';

const context = withShop();

it('x', async () => {
  const code = ['payment-widget.js', readdirSync('dist/browser').find((f) => /^behaviour-\w+\.js$/.test(f)) as string].map((f) => readFileSync(`dist/browser/${f}`, 'utf8')).join('\n');
  const words = new Set(code.match(/(?<![.\w$#])[A-Za-z_]\w*/g));
  const blank = await context.open('');
  const globals = await blank.evaluate(() => {
    const names = new Set<string>();
    for (let o: object | null = globalThis; o; o = Object.getPrototypeOf(o)) for (const n of Object.getOwnPropertyNames(o)) names.add(n);
    return [...names];
  });
  await blank.close();
  const names = globals.filter((n) => words.has(n) && n !== 'location');
  const one = async (name: string, how: string) => {
    const src = context.shop.script(how);
    const lines: string[] = [];
    let state = '?';
    const page = await context.open(
      `<script src="${src}"></script><payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="${crypto.randomUUID()}">FALLBACK</payment-widget>`,
      { prepare: (page) => { page.setDefaultTimeout(3500); page.on('console', (l) => l.type() === 'error' && lines.push(l.text())); page.on('pageerror', (e) => lines.push(`uncaught ${e.message}`)); } },
    );
    try {
      await typeCard(page, '4242424242424242');
      await page.keyboard.press('Enter');
      await page.locator('payment-widget [part=result-title]').waitFor();
      state = `paid`;
    } catch {
      const text = await page.locator('payment-widget .widget').innerText({ timeout: 500 }).catch(() => '-');
      const inner = await page.locator('payment-widget').innerText({ timeout: 500 }).catch(() => '-');
      state = `${inner.includes('FALLBACK') ? 'FALLBACK' : 'OTHER'} ${await page.locator('payment-widget').evaluate((e) => (e as {state?: string}).state).catch(() => '!')} ${text.replace(/\s+/g, ' ').slice(0, 200)}`;
    }
    await page.close({ runBeforeUnload: false });
    return `${name}: ${state} | ${lines.join(' ~ ').slice(0, 260).replace(/\n/g, ' ')}`;
  };
  const queue: (readonly [string, string])[] = process.env['V'] === '2' ? names.map((name) => [`${name} 2`, `globalThis.${name} = function () {};`] as const) : names.map((name) => [name, `var ${name} = 'https://shop.example';`] as const);
  const run = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) console.log(await one(...next));
  };
  await Promise.all([run(), run(), run()]);
});
