import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { runInThisContext } from 'node:vm';
import { type Browser, type Page } from 'playwright-core';
import { transformWithOxc } from 'vite';
import { defaults, type Values } from '../../../demo/qa/settings-url.js';
import { quote, toCode } from '../../../demo/qa/code-text.js';
import { recipes } from '../../../demo/qa/embed.js';
import { ALL_FIELDS } from '../../../demo/qa/settings.js';
import { openBrowser } from '../../support/browser.js';

const FACTS = { version: '1.2.3', integrity: 'sha384-abc', styleIntegrity: 'sha384-def' };

/** Breaks out of HTML, scripts, templates and strings unless it is escaped. */
const NASTY = 'a"b\'c`d${1}\\e<f>&amp;{{g}}{h}@i</script><!--\u2028\nj';

/** The first file of a recipe, or the one of that name. */
function file(values: Values, id: string, name?: string): string {
  const files = recipes({ ...defaults, reference: 'order-1', ...values }, FACTS).find(
    (recipe) => recipe.id === id,
  )?.files;
  return (name ? files?.find((each) => each.name === name) : files?.[0])?.code ?? '';
}

describe('the embed code', () => {
  it('for a script tag has the integrity hash of the package', () => {
    assert.match(
      file({}, 'script'),
      /^<script type="module" src="\/payment-widget\/payment-widget\.js" integrity="sha384-abc">/m,
    );
  });

  it('contains only attributes that differ from the defaults', () => {
    const [, element] = file({}, 'script').split('\n\n');
    const attributes = [...(element ?? '').matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]);
    assert.deepEqual(attributes, [
      ['proxy-url', '/pay'],
      ['amount', '4999'],
      ['currency', 'EUR'],
      ['reference', 'order-1'],
    ]);
  });

  it('contains no absolute URL', () => {
    const all = recipes({ ...defaults, reference: 'order-1' }, FACTS).flatMap(({ files }) => files);
    assert.deepEqual(
      all.filter(({ code }) => /https?:\/\//.test(code)),
      [],
    );
  });

  it('sets objects and functions as properties', () => {
    const code = file({ metadata: '{"cart":"7f3a"}', buildRequest: 'wrapped' }, 'script', 'checkout.js');
    assert.match(
      code,
      /widget\.metadata = \{ cart: '7f3a' \};\nwidget\.buildRequest = \(payment\) => \(\{ payment \}\);/,
    );
  });

  for (const [id, name, pattern] of [
    [
      'script',
      'checkout.js',
      /widget\.addEventListener\('payment-submit', \(event\) => \{\n {2}event\.preventDefault\(\);\n\}\);/,
    ],
    ['react', 'checkout.jsx', /const check = \(event\)[^]*onpayment-submit=\{check\}/],
    ['vue', 'Checkout.vue', /const check = \(event\)[^]*@payment-submit="check"/],
    [
      'angular',
      'checkout.component.ts',
      /\(payment-submit\)="check\(\$event\)"[^]*check = \(event: PaymentSubmitEvent\): void =>/,
    ],
    ['svelte', 'Checkout.svelte', /const check = \(event\)[^]*onpayment-submit=\{check\}/],
  ] as const) {
    it(`for ${id} has the listener of payment-submit`, () => {
      assert.match(file({ 'payment-submit': 'prevents' }, id, name), pattern);
    });
  }

  it('sets language and direction where they differ from the page', () => {
    assert.match(file({ lang: 'ar' }, 'npm', 'index.html'), /lang="ar"\n\s*dir="rtl"/);
  });

  it('for the proxy contains the price of the order', () => {
    assert.match(file({}, 'proxy'), /const orders = \{ 'order-1': \{ amount: 4999, currency: 'EUR' \} \};/);
  });

  it('for the proxy trusts the browser only where the form asks for the amount', () => {
    assert.match(file({ fields: ALL_FIELDS }, 'proxy'), /trustBrowserAmount: true/);
  });

  it('for the proxy has the chosen mode', () => {
    assert.match(file({ 'proxy-url': '/qa/live' }, 'proxy'), /mode: 'live'/);
  });

  it('for the proxy contains interpretResponse', () => {
    assert.match(file({ interpretResponse: 'pending' }, 'proxy'), /interpretResponse: \(\) => 'pending',/);
  });

  it('for Angular escapes template expressions', () => {
    const code = file({ description: NASTY, 'slot-header': NASTY }, 'angular');
    const template = /template: `([^]*?)\n  `,/.exec(code)?.[1] ?? '';
    assert.deepEqual(
      [/[{}@]|(?<!\\)`|(?<!\\)\$\{/.exec(template.replaceAll('[', '')), template.includes('order-1')],
      [null, true],
    );
  });

  it('for Vue escapes braces in text', () => {
    assert.match(file({ 'slot-header': '{{ 1 + 1 }}' }, 'vue'), /<p v-pre slot="header">\{\{ 1 \+ 1 \}\}<\/p>/);
  });

  for (const id of ['vue', 'svelte']) {
    it(`for ${id} escapes the end of a script`, () => {
      const code = file({ metadata: JSON.stringify({ note: NASTY }) }, id);
      const script = /<script[^>]*>([^]*?)<\/script/.exec(code)?.[1] ?? '';
      const literal = /const metadata = ([^]*?);\n/.exec(script)?.[1] ?? '';
      assert.deepEqual(runInThisContext(`(${literal})`), { note: NASTY });
    });
  }
});

describe('a value written as JavaScript', () => {
  const values = [
    NASTY,
    '',
    { a: 1, 'b-c': [true, null, 'x'], long: 'y'.repeat(90) },
    [],
    {},
    JSON.parse('{"__proto__":{"a":1}}'),
  ];
  for (const value of values) {
    it(`evaluates to the value: ${JSON.stringify(value).slice(0, 30)}`, () => {
      assert.equal(JSON.stringify(runInThisContext(`(${toCode(value)})`)), JSON.stringify(value));
    });
  }

  it('cannot end the surrounding script', () => {
    assert.doesNotMatch(quote('</script><!--<script>'), /<\/script|<!--|<script/);
  });
});

describe('the embed code with hostile values', () => {
  const values = { description: NASTY, 'slot-header': NASTY, 'slot-before-button': 'note terms', disabled: 'on' };
  const metadata = { [NASTY]: NASTY };

  it('for React renders the element with them', async () => {
    const source = file({ ...values, metadata: JSON.stringify(metadata) }, 'react');
    const jsx = { runtime: 'classic', pragma: 'h' } as const;
    const { code } = await transformWithOxc(source.replace(/^import.*$/gm, '').replace('export ', ''), 'checkout.jsx', {
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

  describe('for plain HTML', () => {
    let browser: Browser;
    let page: Page;
    before(async () => {
      browser = await openBrowser();
      page = await browser.newPage();
      await page.setContent(file(values, 'npm', 'index.html'));
    });
    after(() => browser.close());

    it('sets attributes', async () => {
      const attribute = await page.locator('payment-widget').getAttribute('description');
      assert.equal(attribute, NASTY);
    });

    it('fills slots', async () => {
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

    it('sets properties', async () => {
      await page.evaluate(file({ metadata: JSON.stringify(metadata) }, 'script', 'checkout.js'));
      const set = await page
        .locator('payment-widget')
        .evaluate((element) => (element as { metadata?: object }).metadata);
      assert.deepEqual(set, metadata);
    });
  });
});
