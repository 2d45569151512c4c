import type { FrameOptions } from './frame-options.js';

const COLOR_SCHEME =
  /^(?:normal|(?:only )?(?:light|dark|light dark|dark light)|(?:light|dark|light dark|dark light) only)$/;

/** Parameters of the page's URL: what they may be, and the default. */
const PARAMETERS = {
  lang: [/^(?=.{1,35}$)[a-z]{2,8}(?:-[a-z\d]{1,8})*$/i, 'en'],
  dir: [/^(?:ltr|rtl)$/, 'ltr'],
  'color-scheme': [COLOR_SCHEME, 'normal'],
} as const satisfies Readonly<Record<string, readonly [pattern: RegExp, otherwise: string]>>;

/** Creates the function that renders the page of the frame. */
export function createPage({
  ancestors,
  currencyExponents,
  fonts = [],
}: FrameOptions): (url: URL, version: string) => Response {
  const data = attributes({
    'data-ancestors': ancestors.join(' '),
    ...(currencyExponents && { 'data-currency-exponents': JSON.stringify(currencyExponents) }),
    ...(fonts.length > 0 && { 'data-fonts': JSON.stringify(fonts) }),
  });
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policyOf(
      ancestors,
      fonts.map(({ src }) => src),
    ),
    'Origin-Agent-Cluster': '?1',
    // A page with Cross-Origin-Embedder-Policy loads only frames that have both.
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
  return ({ searchParams }, version) => {
    const read = (name: keyof typeof PARAMETERS) => {
      const [pattern, otherwise] = PARAMETERS[name];
      const value = searchParams.get(name) ?? '';
      return pattern.test(value) ? value : otherwise;
    };
    const html = `<!doctype html>
<html${attributes({ lang: read('lang'), dir: read('dir') })}${data}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme"${attributes({ content: read('color-scheme') })}>
    <title>Payment</title>
    <script type="module" src="frame/${version}/frame.js"></script>
    <link rel="modulepreload" href="frame/${version}/payment-widget.js">
    <link rel="modulepreload" href="frame/${version}/behaviour.js" fetchpriority="low">
  </head>
  <body></body>
</html>
`;
    return new Response(html, { headers });
  };
}

function policyOf(ancestors: readonly string[], fonts: readonly string[]): string {
  const sources = new Set(fonts.map((src) => (src.startsWith('/') ? "'self'" : new URL(src).origin)));
  return [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    ...(sources.size > 0 ? [`font-src ${[...sources].join(' ')}`] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types payment-widget',
    `frame-ancestors ${ancestors.join(' ')}`,
  ].join('; ');
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escape(value)}"`)
    .join('');
}

function escape(value: string): string {
  return value.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
