import type { Values } from './settings-url.js';
import { angular, IMPORTS, react, svelte, vue } from './embed-frameworks.js';
import { escapeHtml, tag, toCode, type CodeFile } from './code-text.js';
import { PROXY_PATH, usageOf, type Usage } from './element-usage.js';
import { slotsInHtml } from './slot-content.js';

/** One way to use the element. */
export interface Recipe {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly files: readonly CodeFile[];
}

/** Facts about the built package. */
export interface PackageFacts {
  readonly version: string;
  /** `sha384-…` of the script. */
  readonly integrity: string;
  /** `sha384-…` of the style sheet. */
  readonly styleIntegrity: string;
}

/** The code that a merchant writes for these settings, for each way to use the element. */
export function recipes(values: Values, facts: PackageFacts): readonly Recipe[] {
  const usage = usageOf(values);
  return [
    {
      id: 'script',
      label: 'Script tag',
      hint: 'Copy the folder dist/browser from the package to your site as payment-widget/.',
      files: [
        { name: 'index.html', code: scriptTag(facts) + elementInHtml(usage) },
        { name: 'checkout.js', code: inPlainScript(usage) },
      ],
    },
    {
      id: 'npm',
      label: 'npm',
      hint: 'The package is not on npm. Build and pack it in a clone of the repository.',
      files: [
        { name: 'Terminal', code: `npm install ./payment-widget-${facts.version}.tgz\n` },
        { name: 'index.html', code: elementInHtml(usage) },
        { name: 'checkout.js', code: `${IMPORTS}\n\n${inPlainScript(usage)}` },
      ],
    },
    { id: 'react', label: 'React 19', files: react(usage) },
    { id: 'vue', label: 'Vue', files: vue(usage) },
    { id: 'angular', label: 'Angular', files: angular(usage) },
    { id: 'svelte', label: 'Svelte 5', files: svelte(usage) },
    {
      id: 'proxy',
      label: 'Proxy for Node',
      hint: 'Your server decides what an order costs. The amount here is only an example.',
      files: [{ name: 'server.mjs', code: proxy(values, usage) }],
    },
  ];
}

function scriptTag({ integrity, styleIntegrity }: PackageFacts): string {
  return (
    `<link rel="stylesheet" href="/payment-widget/payment-widget.css" integrity="${styleIntegrity}" />\n` +
    `<script type="module" src="/payment-widget/payment-widget.js" integrity="${integrity}"></script>\n` +
    '<script src="/checkout.js" defer></script>\n\n'
  );
}

function elementInHtml({ attributes, slots }: Usage): string {
  const parts = attributes.map(({ name, value }) => (value === true ? name : `${name}="${escapeHtml(String(value))}"`));
  return `${tag('payment-widget', parts, '', slotsInHtml(slots, escapeHtml))}\n`;
}

function inPlainScript({ properties, submitListener }: Usage): string {
  return [
    "const widget = document.querySelector('payment-widget');",
    ...properties.map(({ name, code }) => `widget.${name} = ${code};`),
    ...(submitListener ? [`widget.addEventListener('payment-submit', ${submitListener});`] : []),
    "widget.addEventListener('payment-success', ({ detail }) => {",
    '  document.title = `Thank you for ${detail.reference}`;',
    '});',
    '',
  ].join('\n');
}

function proxy(values: Values, { attributes, properties }: Usage): string {
  const { amount, currency = 'EUR', reference } = values;
  const isOpen = (values['fields'] ?? '').split(/\s+/).includes('amount') || !reference;
  const order = { amount: Number(amount) || 0, currency };
  const path = attributes.find(({ name }) => name === 'proxy-url')?.value;
  const mounted = typeof path === 'string' && path.startsWith('/') ? path : PROXY_PATH;
  const interpret = properties.find(({ name }) => name === 'interpretResponse');
  return [
    "import express from 'express';",
    "import { createRequestListener } from '@remix-run/node-fetch-server';",
    "import { createPaymentProxy } from 'payment-widget/proxy';",
    '',
    ...(isOpen ? [] : [`const orders = ${toCode({ [reference]: order })}; // yours come from a database`, '']),
    'const proxy = createPaymentProxy({',
    "  baseUrl: process.env.PAYMENTS_BASE_URL ?? '',",
    "  apiKey: process.env.PAYMENTS_API_KEY ?? '',",
    `  mode: '${values['proxy-url'] === '/qa/live' ? 'live' : 'test'}',`,
    ...(isOpen
      ? [
          '  trustBrowserAmount: true, // the shopper enters the amount',
          "  limits: { clientId: (request) => request.headers.get('Client-Address') },",
        ]
      : ['  resolvePayment: ({ reference }) => orders[reference],']),
    ...(values['isolated'] ? ["  frame: { ancestors: ['https://shop.example'] }, // the origin of your shop"] : []),
    ...(interpret ? [`  interpretResponse: ${interpret.code.replaceAll('\n', '\n  ')}, // here, not in the page`] : []),
    '});',
    '',
    'const onError = () => new Response(null, { status: 400 }); // for TRACE or an invalid Host',
    ...(isOpen
      ? [
          'const pay = createRequestListener((request, client) => {',
          "  request.headers.set('Client-Address', client.address); // behind another server, use a header that it sets",
          '  return proxy(request);',
          '}, { onError });',
        ]
      : ['const pay = createRequestListener((request) => proxy(request), { onError });']),
    `express().use(${toCode(mounted)}, pay).use(express.static('public')).listen(3000);`,
    '',
  ].join('\n');
}
