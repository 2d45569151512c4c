import { join } from 'node:path';
import { openFolder } from './data/folder.js';
import { startDemo, type Demo } from './demo.js';
import { createDocumentation } from './documentation.js';
import { readDataFolder, wantsDocumentation } from './environment.js';

const folder = readDataFolder(process.env);

function announce({ shopUrl, serviceUrl, mode, sandbox }: Demo): void {
  const lines = [
    `Documentation  ${shopUrl}/docs/`,
    `Shop           ${shopUrl}/`,
    `QA page        ${shopUrl}/qa/`,
    `Proxy checker  ${shopUrl}/check/`,
    `Script tag     ${shopUrl}/script-tag/`,
    `Proxy          ${shopUrl}/pay (${mode})`,
    `Service        ${serviceUrl}${sandbox ? ' (sandbox)' : ' (from PAYMENTS_BASE_URL)'}`,
    ...(sandbox
      ? [
          `Console        ${serviceUrl}/console/`,
          `Ledger         ${serviceUrl}/sandbox/ledger`,
          `Requests       ${serviceUrl}/sandbox/requests`,
          `Test key       ${sandbox.keys.test}`,
          ...(sandbox.encryptionKey ? [`Cards          encrypted (${sandbox.encryptionKey.alg})`] : []),
        ]
      : []),
    `Data           ${folder} (npm start -- --fresh deletes it)`,
    '',
    'Press Ctrl+C to stop.',
  ];
  console.log(`\n${lines.join('\n')}\n`);
}

try {
  const data = await openFolder(folder, { fresh: process.argv.includes('--fresh') });
  const documentation = createDocumentation(join(import.meta.dirname, '..'));
  const demo = await startDemo(process.env, join(import.meta.dirname, 'public'), data, documentation.listener);
  announce(demo);
  if (wantsDocumentation(process.env)) documentation.build();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void demo.close().then(() => process.exit(0));
    });
  }
} catch (error) {
  console.error(`The demo could not start: ${(error as Error).message}`);
  process.exit(1);
}
