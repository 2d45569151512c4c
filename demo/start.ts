import { join } from 'node:path';
import { startDemo, type Demo } from './demo.js';

function announce({ shopUrl, serviceUrl, mode, sandbox }: Demo): void {
  const lines = [
    `Shop           ${shopUrl}/`,
    `Script tag     ${shopUrl}/script-tag/`,
    `Proxy          ${shopUrl}/pay (${mode})`,
    `Service        ${serviceUrl}${sandbox ? ' (the sandbox)' : ''}`,
    ...(sandbox
      ? [
          `Ledger         ${serviceUrl}/sandbox/ledger`,
          `Requests       ${serviceUrl}/sandbox/requests`,
          `Test key       ${sandbox.keys.test}`,
          ...(sandbox.encryptionKey ? [`Cards          encrypted (${sandbox.encryptionKey.alg})`] : []),
        ]
      : []),
    '',
    'Press Ctrl+C to stop.',
  ];
  console.log(`\n${lines.join('\n')}\n`);
}

try {
  const demo = await startDemo(process.env, join(import.meta.dirname, 'public'));
  announce(demo);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void demo.close().then(() => process.exit(0));
    });
  }
} catch (error) {
  console.error(`The demo cannot start: ${(error as Error).message}`);
  process.exit(1);
}
