import { FRAME_PATH } from 'payment-widget/contract';
import { sha256 } from '../base/crypto.js';
import { ProblemError } from '../base/problem.js';
import type { Log } from '../log/events.js';
import type { FrameOptions } from '../options/options.js';

/** The name cannot leave its folder. */
export const FRAME_FILE = new RegExp(`^${FRAME_PATH}/([\\da-f]{16})/((?:[\\w-]+/){0,3}[\\w-]+\\.js)$`);

interface Release {
  /** Changes with any file, so that a page never mixes files of two releases. */
  readonly version: string;
  readonly names: ReadonlySet<string>;
}

export type Frame = ReturnType<typeof createFrame>;

export function createFrame(options: FrameOptions, rareLog: Log) {
  const { files = readBuiltFile } = options;
  const renderPage = createPage(options);
  let release: Release | undefined;
  /** Each file of the release is read once: anyone may ask for them, without limit. */
  const known = new Map<string, ArrayBuffer>();

  async function read(name: string, request: Request): Promise<ArrayBuffer | undefined> {
    const before = known.get(name);
    if (before) return before;
    const file = await files(name, request);
    if (!file?.ok) return undefined;
    const content = await file.arrayBuffer();
    known.set(name, content);
    return content;
  }

  async function readRelease(request: Request): Promise<Release> {
    const integrity = await read('integrity.json', request);
    if (!integrity) throw new Error('There is no file integrity.json.');
    const text = new TextDecoder().decode(integrity);
    const version = (await sha256(text)).slice(0, 16);
    const { files: listed } = JSON.parse(text) as { files: { file: string }[] };
    return { version, names: new Set(listed.map(({ file }) => file)) };
  }

  async function load(request: Request, name = '') {
    try {
      release ??= await readRelease(request);
      return { release, file: release.names.has(name) ? await read(name, request) : undefined };
    } catch (cause) {
      rareLog('frame_failed', {}, cause);
      throw new ProblemError(500, 'proxy_error', 'The files of the form cannot be read. See the log of the proxy.');
    }
  }

  return {
    showPage: async (request: Request) => renderPage(new URL(request.url), (await load(request)).release),
    async showFile(request: Request, path: string): Promise<Response> {
      const [, asked, name] = FRAME_FILE.exec(path) ?? [];
      const { release, file } = await load(request, name);
      if (!file) throw new ProblemError(404, 'not_found', 'There is no such file.');
      return new Response(file, {
        headers: {
          'Content-Type': 'text/javascript; charset=utf-8',
          'Cache-Control': asked === release.version ? 'public, max-age=31536000, immutable' : 'no-cache',
        },
      });
    },
  };
}

/** Its policy names the pages that may show it, so any site may load it. In a tab it would look like a form of the shop. */
export function checkDestination(request: Request): void {
  const destination = request.headers.get('Sec-Fetch-Dest');
  if (destination === null || destination === 'iframe' || destination === 'frame') return;
  throw new ProblemError(400, 'invalid_request', 'Expected to be loaded into a frame.');
}

const COLOR_SCHEME =
  /^(?:normal|(?:only )?(?:light|dark|light dark|dark light)|(?:light|dark|light dark|dark light) only)$/;

function createPage({
  ancestors,
  currencyExponents,
  fonts = [],
}: FrameOptions): (url: URL, release: Release) => Response {
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
  return ({ searchParams }, { version, names }) => {
    const cardForm = [...names].find((name) => name.startsWith('card-form-')) ?? ''; // its name ends with a hash
    const scheme = searchParams.get('color-scheme') ?? ''; // else a dark page would flash
    const html = `<!doctype html>
<html lang="en"${data}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme"${attributes({ content: COLOR_SCHEME.test(scheme) ? scheme : 'normal' })}>
    <title>Payment</title>
    <script type="module" src="frame/${version}/frame.js"></script>
    <link rel="modulepreload" href="frame/${version}/payment-widget.js">
    <link rel="modulepreload" href="frame/${version}/${cardForm}" fetchpriority="low">
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

/** What is used of Node. An import would break bundles for other runtimes. */
interface Runtime {
  readonly process?: Partial<Pick<NodeJS.Process, 'getBuiltinModule'>>;
}

let integrity: string | undefined;

/** Finds files by the name of the package, so it does not matter where that is installed. */
const readBuiltFile: NonNullable<FrameOptions['files']> = async (name) => {
  const { process } = globalThis as unknown as Runtime;
  if (!process?.getBuiltinModule) throw new Error('This runtime has no file system.');
  const { createRequire } = process.getBuiltinModule('node:module');
  const { readFile } = process.getBuiltinModule('node:fs/promises');
  integrity ??= createRequire(import.meta.url).resolve('payment-widget/integrity.json');
  const path = name === 'integrity.json' ? integrity : integrity.replace(/integrity\.json$/, `browser/${name}`);
  return new Response(await readFile(path));
};
