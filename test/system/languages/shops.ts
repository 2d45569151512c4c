import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { needModule } from '../../support/debian-package.js';
import type { Scope } from '../../support/scope.js';
import { until } from '../../support/until.js';

/** The shops of docs/examples/languages, as their languages run them. */

const EXAMPLES = join(process.cwd(), 'docs/examples/languages');

interface Example {
  /** Finds or installs what it needs. */
  readonly need: () => Promise<void>;
  /** Copies it to a folder, and returns its command. */
  readonly prepare: (folder: string, port: number) => Promise<readonly string[]>;
}

const LANGUAGES = {
  Python: {
    need: async () => {
      await needModule('/usr/bin/python3 -c "import flask"', 'python3-flask');
      await needModule('/usr/bin/python3 -c "import jwt"', 'python3-jwt');
    },
    prepare: async (folder, port) => {
      await copyFile(join(EXAMPLES, 'shop.py'), join(folder, 'shop.py'));
      return ['/usr/bin/python3', '-m', 'flask', '--app', 'shop', 'run', '--port', String(port)]; // Debian's, which has the libraries
    },
  },
} satisfies Readonly<Record<string, Example>>;

export type Language = keyof typeof LANGUAGES;
export const languages = Object.keys(LANGUAGES) as Language[];

/** A running shop. */
export interface Shop {
  readonly url: string;
  /** All that it has printed. */
  readonly output: () => string;
}

/**
 * Starts a shop, and waits until it listens. It ends with its scope.
 * @param settings - its environment
 */
export async function startShop(
  t: Scope,
  language: Language,
  folder: string,
  port: number,
  settings: NodeJS.Dict<string>,
): Promise<Shop> {
  const { need, prepare }: Example = LANGUAGES[language];
  await need();
  const [file = '', ...args] = await prepare(folder, port);
  await mkdir(join(folder, 'public'));
  await symlink(join(process.cwd(), 'dist/browser'), join(folder, 'public/payment-widget'));
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, PYTHONDONTWRITEBYTECODE: '1', ...settings };
  const child = spawn(file, args, { cwd: folder, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const ended = once(child, 'exit');
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`The shop in ${language} has ended:\n${output}`);
    return fetch(url).then(
      () => true,
      () => false,
    );
  });
  return { url, output: () => output };
}
