import type { Clock } from '../../contract/clock.js';
import { FRAME_PATH } from '../../contract/protocol.js';
import { toHex } from '../bytes.js';
import type { Log } from '../log.js';
import { ProblemError } from '../problem.js';
import { readBuiltFile } from './built-files.js';
import type { FrameOptions } from './frame-options.js';
import { createPage } from './page.js';

/** At most one log line in this time, in ms. */
const LOG_PERIOD = 60_000;

/** `…/frame/{version}/{name}`. The name cannot leave its folder. */
const FILE = new RegExp(`^${FRAME_PATH}/([\\da-f]{16})/((?:[\\w-]+/){0,3}[\\w-]+\\.js)$`);

export function isFrameFilePath(path: string): boolean {
  return FILE.test(path);
}

interface Release {
  /** Changes with any file, so that a page never mixes files of two releases. */
  readonly version: string;
  /** The files that may be asked for, and so how many are kept. */
  readonly names: ReadonlySet<string>;
}

/** The routes of isolated mode. */
export interface Frame {
  readonly showPage: (request: Request) => Promise<Response>;
  /** @param path - below the mount */
  readonly showFile: (request: Request, path: string) => Promise<Response>;
}

export function createFrame(options: FrameOptions, log: Log, clock: Clock): Frame {
  const { files = readBuiltFile } = options;
  const renderPage = createPage(options);
  let loggedAt = -LOG_PERIOD;

  const fail = (cause?: unknown): never => {
    if (clock.now() - loggedAt >= LOG_PERIOD) {
      loggedAt = clock.now();
      log('frame_failed', {}, cause);
    }
    throw new ProblemError(500, 'proxy_error', 'The files of the form cannot be read. See the log of the proxy.');
  };
  /** Each file of the release is read once: anyone may ask for them, without limit. */
  const known = new Map<string, ArrayBuffer>();
  const read = async (name: string, request: Request): Promise<ArrayBuffer | undefined> => {
    const before = known.get(name);
    if (before) return before;
    try {
      const file = await files(name, request);
      if (!file?.ok) return undefined;
      const content = await file.arrayBuffer();
      known.set(name, content);
      return content;
    } catch (error) {
      return fail(error);
    }
  };
  let release: Release | undefined;
  const findRelease = async (request: Request): Promise<Release> => {
    if (release) return release;
    const integrity = (await read('integrity.json', request)) ?? fail();
    const version = toHex(await crypto.subtle.digest('SHA-256', integrity)).slice(0, 16);
    release = { version, names: namesIn(integrity) ?? fail() };
    return release;
  };

  return {
    showPage: async (request) => renderPage(new URL(request.url), (await findRelease(request)).version),
    async showFile(request, path) {
      const [, asked, name = ''] = FILE.exec(path) ?? [];
      const { version, names } = await findRelease(request);
      const file = names.has(name) ? await read(name, request) : undefined;
      if (!file) throw new ProblemError(404, 'not_found', 'There is no such file.');
      return new Response(file, {
        headers: {
          'Content-Type': 'text/javascript; charset=utf-8',
          'Cache-Control': asked === version ? 'public, max-age=31536000, immutable' : 'no-cache',
        },
      });
    },
  };
}

/** The files that `integrity.json` lists, if it is valid. */
function namesIn(integrity: ArrayBuffer): ReadonlySet<string> | undefined {
  try {
    const { files } = JSON.parse(new TextDecoder().decode(integrity)) as { files: readonly { file: string }[] };
    return new Set(files.map(({ file }) => file));
  } catch {
    return undefined;
  }
}

/**
 * The page of the frame may be loaded from any site, since its policy names the pages that may show it. In a tab of its own it
 * would look like a form of the shop.
 * @throws {ProblemError} 400 for anything else than a frame
 */
export function checkDestination(request: Request): void {
  const destination = request.headers.get('Sec-Fetch-Dest');
  if (destination === null || destination === 'iframe' || destination === 'frame') return;
  throw new ProblemError(400, 'invalid_request', 'Expected to be loaded into a frame.');
}
