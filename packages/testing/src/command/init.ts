import { randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { CommandError, createCommand, UsageError } from 'payment-widget-proxy/internal';

/** The pages and the server of the shop, beside this module in the package. */
const FILES = join(import.meta.dirname, 'shop');

export const runInit = createCommand({
  synopsis: 'payment-widget-testing init <folder>',
  about: 'Writes a shop that takes test payments: two pages, a server with the proxy, and the sandbox.',
  options: {},
  notes: `The folder must be empty, or not exist.
Exit codes: 0 if the shop is written, 1 if it cannot be, 2 for invalid arguments.
`,
  allowPositionals: true,
  async run({ positionals: [folder, ...others] }, _env, streams) {
    if (folder === undefined || others.length > 0) throw new UsageError('Expected: init <folder>, as in init my-shop.');
    await checkFolder(folder);
    await writeShop(resolve(folder));
    streams.out(`The shop is in ${folder}. Next:

  cd ${folder}
  npm install
  npm start

Then open http://localhost:3000 and pay with card 4242 4242 4242 4242, any future date, any three digits and any name.
`);
    return 0;
  },
});

/** @throws {CommandError} if a folder has files, which would be overwritten */
export async function checkFolder(folder: string): Promise<void> {
  const files = await readdir(folder).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new CommandError(`The folder cannot be used (${code ?? 'unknown error'}). Expected a new folder.`);
  });
  if (files.length > 0) throw new CommandError('The folder is not empty. Expected a new or an empty folder.');
}

async function writeShop(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cp(FILES, folder, { recursive: true });
  for (const [name, text] of Object.entries({
    'package.json': `${JSON.stringify(manifestOf(folder), null, 2)}\n`,
    '.env': `# Signs the prices of orders. Keep it secret.
ORDER_TOKEN_SECRET=${randomBytes(32).toString('base64')}

# For "npm run serve", which uses your payments service instead of the sandbox.
# PAYMENTS_BASE_URL=https://api.example
# PAYMENTS_API_KEY=your-test-api-key
`,
    '.gitignore': '.env\nnode_modules/\npayment-attempts/\n', // npm packs no file of this name
  }))
    await writeFile(join(folder, name), text, { mode: name === '.env' ? 0o600 : 0o666 });
}

function manifestOf(folder: string): object {
  const { version } = createRequire(import.meta.url)('payment-widget-testing/package.json') as { version: string };
  return {
    name:
      basename(folder)
        .toLowerCase()
        .replace(/^\W+|[^\w-]/g, '') || 'shop',
    private: true,
    type: 'module',
    scripts: {
      start: 'node --env-file=.env --import ./sandbox.mjs server.mjs',
      serve: 'node --env-file=.env server.mjs',
    },
    dependencies: {
      '@remix-run/node-fetch-server': '^0.14.2',
      express: '^5.0.0',
      'payment-widget': version,
      'payment-widget-proxy': version,
    },
    devDependencies: { 'payment-widget-testing': version },
  };
}
