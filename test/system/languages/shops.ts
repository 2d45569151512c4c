import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { needModule, needProgram } from '../../support/debian-package.js';
import { freePort } from '../../support/free-port.js';
import { WEBHOOK_SECRET } from '../../support/program.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import type { Scope } from '../../support/scope.js';
import { until } from '../../support/until.js';

/** The shops of docs/examples/languages, as their languages run them. */

const EXAMPLES = join(process.cwd(), 'docs/examples/languages');
const HERE = join(process.cwd(), 'test/system/languages');

export const SECRETS = {
  ORDER_TOKEN_SECRET: 'the secret of order tokens in tests, 32 bytes or more',
  SETTLED_SECRET: WEBHOOK_SECRET,
};

interface Example {
  /** Finds or installs what it needs. */
  readonly need: () => Promise<void>;
  /** Copies it to a folder, and returns its command. */
  readonly prepare: (folder: string, port: number) => Promise<readonly string[]>;
}

const LANGUAGES = {
  PHP: {
    need: async () => {
      await needProgram('php', 'php-cli');
      await needModule('php -r "exit(extension_loaded(\'pdo_sqlite\') ? 0 : 1);"', 'php-sqlite3');
    },
    prepare: async (folder, port) => {
      await mkdir(join(folder, 'vendor'));
      await copyFile(join(HERE, 'firebase-jwt.php'), join(folder, 'vendor/autoload.php'));
      await copyFile(join(EXAMPLES, 'shop.php'), join(folder, 'shop.php'));
      return ['php', '-S', `127.0.0.1:${port}`, 'shop.php'];
    },
  },
  Laravel: {
    need: async () => {
      await LANGUAGES.PHP.need();
      await needModule('php -r "require \'Illuminate/autoload.php\';"', 'php-laravel-framework');
    },
    prepare: async (folder, port) => {
      await mkdir(join(folder, 'bootstrap/cache'), { recursive: true }); // Laravel writes to it
      return ['php', '-S', `127.0.0.1:${port}`, join(HERE, 'laravel-app.php')];
    },
  },
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

/** Starts a shop, and waits until it listens. It ends with its scope. */
export async function startShop(t: Scope, language: Language): Promise<Shop> {
  const { need, prepare }: Example = LANGUAGES[language];
  await need();
  const folder = await temporaryFolder(t);
  const port = await freePort();
  const [file = '', ...args] = await prepare(folder, port);
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, PYTHONDONTWRITEBYTECODE: '1', ...SECRETS, ...(await secretFiles(folder)) };
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

/** Files as `openssl rand -base64 32 > FILE` writes them: with a line break. */
async function secretFiles(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const [name, secret] of Object.entries(SECRETS)) {
    const file = join(folder, name);
    await writeFile(file, `${secret}\n`);
    files[`${name}_FILE`] = file;
  }
  return files;
}
