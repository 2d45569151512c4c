import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { needProgram } from '../../support/debian-package.js';
import { freePort } from '../../support/free-port.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import type { Scope } from '../../support/scope.js';
import { until } from '../../support/until.js';
import { needModule } from '../recipes/prerequisites.js';

/** The shops of docs/examples/languages, as their languages run them. */

const run = promisify(execFile);
const EXAMPLES = join(process.cwd(), 'docs/examples/languages');
const CACHE = join(process.cwd(), 'node_modules/.cache/languages');
const JACKSON = ['databind', 'core', 'annotations'].map((name) => `/usr/share/java/jackson-${name}.jar`).join(':');
const NEWTONSOFT = '/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll';

export const SECRETS = {
  ORDER_TOKEN_SECRET: 'the secret of order tokens in tests, 32 bytes or more',
  SETTLED_SECRET: `whsec_${Buffer.from('the secret of webhooks in tests.').toString('base64')}`,
  PRICE_SECRET: 'the secret of prices in tests, with 32 bytes or more',
};

interface Example {
  /** Finds or installs what it needs. */
  readonly need: () => Promise<void>;
  /** Builds it in a folder, and returns its command. */
  readonly command: (folder: string, port: string) => Promise<readonly string[]> | readonly string[];
  /** In front of the paths of webhooks and prices. */
  readonly prefix?: string;
}

/** By the first word of the references that the tests use. */
const LANGUAGES = {
  php: {
    need: () => needProgram('php', 'php-cli'),
    command: (_, port) => ['php', '-S', `127.0.0.1:${port}`, 'shop.php'],
  },
  laravel: {
    need: async () => {
      await needProgram('php', 'php-cli');
      await needModule('php -r "require \'Illuminate/autoload.php\';"', 'php-laravel-framework');
    },
    command: (_, port) => [
      'php',
      '-S',
      `127.0.0.1:${port}`,
      join(process.cwd(), 'test/system/languages/laravel-app.php'),
    ],
    prefix: '/api',
  },
  python: {
    need: () => needProgram('python3', 'python3'),
    command: () => ['python3', 'shop.py'],
  },
  ruby: {
    need: async () => {
      await needProgram('ruby', 'ruby');
      await needModule('ruby -r webrick -e 1', 'ruby-webrick');
    },
    command: () => ['ruby', 'shop.rb'],
  },
  go: {
    need: () => needProgram('go', 'golang-go'),
    command: async (folder) => {
      const env = { ...process.env, GOCACHE: join(CACHE, 'go'), GO111MODULE: 'off' };
      await run('go', ['build', '-o', join(folder, 'shop'), 'shop.go'], { cwd: EXAMPLES, env });
      return [join(folder, 'shop')];
    },
  },
  java: {
    need: async () => {
      await needProgram('javac', 'default-jdk-headless');
      await needModule('test -e /usr/share/java/jackson-databind.jar', 'libjackson2-databind-java');
    },
    command: async (folder) => {
      await run('javac', ['-encoding', 'UTF-8', '-cp', JACKSON, '-d', folder, 'Shop.java'], { cwd: EXAMPLES });
      return ['java', '-cp', `${folder}:${JACKSON}`, 'Shop'];
    },
  },
  csharp: {
    need: async () => {
      await needProgram('mcs', 'mono-mcs');
      await needModule(`test -e ${NEWTONSOFT}`, 'libnewtonsoft-json5.0-cil');
    },
    command: async (folder) => {
      await run('mcs', [`-r:${NEWTONSOFT}`, `-out:${join(folder, 'shop.exe')}`, 'Shop.cs'], { cwd: EXAMPLES });
      return ['mono', join(folder, 'shop.exe')];
    },
  },
  node: { need: () => Promise.resolve(), command: () => [process.execPath, 'shop.mjs'] },
} as const satisfies Readonly<Record<string, Example>>;

export type Language = keyof typeof LANGUAGES;
export const languages = Object.keys(LANGUAGES) as Language[];

/** A running shop. */
export interface Shop {
  readonly url: string;
  readonly settledUrl: string;
  readonly priceUrl: string;
  /** All that it has printed. */
  readonly output: () => string;
}

/** Installs what the shops need. One after another, since apt has a lock. */
export async function needLanguages(): Promise<void> {
  for (const { need } of Object.values(LANGUAGES)) await need();
}

/** Starts a shop, and waits until it listens. It ends with its scope. */
export async function startShop(t: Scope, language: Language): Promise<Shop> {
  const { command, prefix = '' }: Example = LANGUAGES[language];
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'bootstrap/cache'), { recursive: true }); // Laravel writes to it
  const port = String(await freePort());
  const [file = '', ...args] = await command(folder, port);
  const { PATH, HOME } = process.env;
  const child = spawn(file, args, {
    cwd: EXAMPLES,
    env: { PATH, HOME, PORT: port, LARAVEL_STORAGE: folder, ...SECRETS, ...(await secretFiles(folder)) },
  });
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
  return { url, settledUrl: `${url}${prefix}/settled`, priceUrl: `${url}${prefix}/price`, output: () => output };
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
