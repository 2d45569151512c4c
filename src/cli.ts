#!/usr/bin/env node
import { proxyCommands, runCommand } from 'payment-widget-proxy/internal';
import { testingCommands } from 'payment-widget-testing/internal';

process.stdout.on('error', () => undefined); // a closed pipe, as of `| head`, must not cut off payments

process.exitCode = await runCommand({ ...proxyCommands, ...testingCommands }, process.argv.slice(2), process.env, {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
});
