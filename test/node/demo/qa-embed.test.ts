import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { runInThisContext } from 'node:vm';
import { chromium, type Browser, type Page } from 'playwright-core';
import { transformWithOxc } from 'vite';
import { defaults, type Values } from '../../../demo/qa/address.js';
import { quote, toCode } from '../../../demo/qa/code-text.js';
import { recipes } from '../../../demo/qa/embed.js';
import { ALL_FIELDS } from '../../../demo/qa/settings.js';
import { chromiumArgs, findHeadlessChromium } from '../../chromium.js';

const FACTS = { version: '1.2.3', integrity: 'sha384-abc' };

/** What breaks out of everything that it is not escaped for. */
const NASTY = 'a"b\'c`d${1}\\e<f>&amp;{{g}}{h}@i</script><!--\u2028\nj';

/** A file of a recipe. */
function file(values: Values, id: string, name?: string): string {
  const files = recipes({ ...defaults, reference: 'order-1', ...values }, FACTS).find(
    (recipe) => recipe.id === id,
  )?.files;
  return (name ? files?.find((each) => each.name === name) : files?.[0])?.code ?? '';
}

describe('the embed code', () => {
  it('for a script tag has the hash of the package', () => {
    assert.match(
      file({}, 'script'),
      /^<script src="\/payment-widget\.js" integrity="sha384-abc" crossorigin="anonymous" defer>/,
    );
  });

  it('has only what differs from what the element does by itself', () => {
    const [, element] = file({}, 'script').split('\n\n');
    const attributes = [...(element ?? '').matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]);
    assert.deepEqual(attributes, [
      ['proxy-url', '/pay'],
      ['amount', '4999'],
      ['currency', 'EUR'],
      ['reference', 'order-1'],
    ]);
  });

  it('names no server that nobody has put the script on', () => {
    const all = recipes({ ...defaults, reference: 'order-1' }, FACTS).flatMap(({ files }) => files);
    assert.deepEqual(
      all.filter(({ code }) => /https?:\/\//.test(code)),
      [],
    );
  });

  it('gives objects and functions as properties', () => {
    const code = file({ metadata: '{"cart":"7f3a"}', buildRequest: 'wrapped' }, 'script', 'checkout.js');
    assert.match(
      code,
      /widget\.metadata = \{ cart: '7f3a' \};\nwidget\.buildRequest = \(payment\) => \(\{ payment \}\);/,
    );
  });

  it('says language and direction where the page has others', () => {
    assert.match(file({ lang: 'ar' }, 'npm', 'index.html'), /lang="ar"\n\s*dir="rtl"/);
  });

  it('for the proxy knows what the order costs', () => {
    assert.match(file({}, 'proxy'), /const orders = \{ 'order-1': \{ amount: 4999, currency: 'EUR' \} \};/);
  });

  it('for the proxy lets the shopper decide where the form asks for the amount', () => {
    assert.match(file({ fields: ALL_FIELDS }, 'proxy'), /trustBrowserAmount: true/);
  });

  it('for the proxy has the mode of the one that is chosen', () => {
    assert.match(file({ 'proxy-url': '/qa/live' }, 'proxy'), /mode: 'live'/);
  });

  it('for the proxy has interpretResponse, which is asked there', () => {
    assert.match(file({ interpretResponse: 'pending' }, 'proxy'), /interpretResponse: \(\) => 'pending',/);
  });

  it('for Angular puts nothing into the template that would be an expression', () => {
    const code = file({ description: NASTY, 'slot-header': NASTY }, 'angular');
    const template = /template: `([^]*?)\n  `,/.exec(code)?.[1] ?? '';
    assert.deepEqual(
      [/[{}@]|(?<!\\)`|(?<!\\)\$\{/.exec(template.replaceAll('[', '')), template.includes('order-1')],
      [null, true],
    );
  });

  it('for Vue leaves braces in text alone', () => {
    assert.match(file({ 'slot-header': '{{ 1 + 1 }}' }, 'vue'), /<p v-pre slot="header">\{\{ 1 \+ 1 \}\}<\/p>/);
  });

  for (const id of ['vue', 'svelte']) {
    it(`for ${id} has one script that ends where it should`, () => {
      const code = file({ metadata: JSON.stringify({ note: NASTY }) }, id);
      const script = /<script[^>]*>([^]*?)<\/script/.exec(code)?.[1] ?? '';
      const literal = /const metadata = ([^]*?);\n/.exec(script)?.[1] ?? '';
      assert.deepEqual(runInThisContext(`(${literal})`), { note: NASTY });
    });
  }
});

describe('a literal', () => {
  const values = [
    NASTY,
    '',
    { a: 1, 'b-c': [true, null, 'x'], long: 'y'.repeat(90) },
    [],
    {},
    JSON.parse('{"__proto__":{"a":1}}'),
  ];
  for (const value of values) {
    it(`of ${JSON.stringify(value).slice(0, 30)} is that value`, () => {
      assert.equal(JSON.stringify(runInThisContext(`(${toCode(value)})`)), JSON.stringify(value));
    });
  }

  it('never ends the script that it is in', () => {
    assert.doesNotMatch(quote('</script><!--<script>'), /<\/script|<!--|<script/);
  });
});

describe('the embed code with values that break out of quotes', () => {
  const values = { description: NASTY, 'slot-header': NASTY, 'slot-before-button': 'note terms', disabled: 'on' };
  const metadata = { [NASTY]: NASTY };

  it('for React is the element with these', async () => {
    const source = file({ ...values, metadata: JSON.stringify(metadata) }, 'react');
    const jsx = { runtime: 'classic', pragma: 'h' } as const;
    const { code } = await transformWithOxc(source.replace(/^import.*$/m, '').replace('export ', ''), 'checkout.jsx', {
      jsx,
    });
    const h = (type: string, props: object | null, ...children: unknown[]) => ({ type, props, children });
    const render = runInThisContext(`(h) => { ${code}; return Checkout(); }`) as (
      make: typeof h,
    ) => ReturnType<typeof h>;
    const { type, props, children } = render(h);
    const { 'onpayment-success': paid, ...rest } = props as Record<string, unknown>;
    const header = children[0] as ReturnType<typeof h>;
    assert.deepEqual(
      { type, rest, paid: typeof paid, header: header.children },
      {
        type: 'payment-widget',
        rest: {
          proxyUrl: '/pay',
          amount: 4999,
          currency: 'EUR',
          reference: 'order-1',
          description: NASTY,
          disabled: true,
          metadata,
        },
        paid: 'function',
        header: [NASTY],
      },
    );
  });

  describe('in a page', () => {
    let browser: Browser;
    let page: Page;
    before(async () => {
      browser = await chromium.launch({ executablePath: await findHeadlessChromium(), args: chromiumArgs() });
      page = await browser.newPage();
      await page.setContent(file(values, 'npm', 'index.html'));
    });
    after(() => browser.close());

    it('has the attributes', async () => {
      const attribute = await page.locator('payment-widget').getAttribute('description');
      assert.equal(attribute, NASTY);
    });

    it('has the content of the slots', async () => {
      const content = await page
        .locator('payment-widget')
        .evaluate(({ children }) => Array.from(children, ({ slot, textContent }) => [slot, textContent.trim()]));
      assert.deepEqual(
        content.map(([slot, text]) => [slot, text?.replace(/\s+/g, ' ')]),
        [
          ['header', NASTY.replace(/\s+/g, ' ')],
          ['before-button', 'Note for the gift I accept the terms'],
        ],
      );
    });

    it('sets the properties', async () => {
      await page.evaluate(file({ metadata: JSON.stringify(metadata) }, 'script', 'checkout.js'));
      const set = await page
        .locator('payment-widget')
        .evaluate((element) => (element as { metadata?: object }).metadata);
      assert.deepEqual(set, metadata);
    });
  });
});
