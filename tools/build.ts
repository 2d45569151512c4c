import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { DEFAULT_TABLE, migrationOf } from 'payment-widget-proxy/stores/postgres-migration';

/**
 * `npm run build` builds the packages into their `dist`, `npm run build:demo` the demo into `dist-demo`, with only those files of the
 * element that it serves. `npm run build:all` builds both.
 */

process.chdir(`${import.meta.dirname}/..`);
const parts = process.argv.slice(2);

if (parts.includes('package')) {
  for (const folder of ['dist', 'packages/proxy/dist', 'packages/testing/dist', 'dist-demo'])
    rmSync(folder, { recursive: true, force: true });
}
await vite('browser');
await import('./write-page-files.js');
await import('./write-integrity.js');
if (parts.includes('package')) {
  await vite('widget', 'server-form', 'proxy', 'testing', 'sandbox-pages');
  writeFileSync('packages/proxy/dist/stores/postgres.sql', migrationOf(DEFAULT_TABLE)); // merchants may run it
  const files = {
    recursive: true,
    filter: (path: string) => !/(vite|node_modules|\.env|payment-attempts)$/.test(path),
  };
  cpSync('demo/quick-start', 'packages/testing/dist/shop', files);
  console.log('Building types …');
  for (const folder of ['src', 'packages/proxy/tsconfig.build.json', 'packages/testing/tsconfig.build.json']) {
    execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder], { stdio: 'inherit' });
  }
  await import('./write-metadata.js');
  await import('./write-sbom.js');
}
if (parts.includes('demo')) {
  await vite('demo', 'demo-server');
  cpSync('dist/browser', 'dist-demo/public/payment-widget', { recursive: true });
  cpSync('dist/integrity.json', 'dist-demo/public/integrity.json');
}

/** @param modes - names of builds in `vite.config.ts` */
async function vite(...modes: readonly string[]): Promise<void> {
  for (const mode of modes) {
    console.log(`Building ${mode} …`);
    const { build } = await import('vite'); // this takes a second
    await build({ mode, logLevel: 'warn' });
  }
}
