#!/usr/bin/env node
import { runCommand } from './program/command-line.js';
import { proxyCommands } from './program/commands.js';
import { testingCommands } from './testing/command/commands.js';

process.stdout.on('error', () => undefined); // a closed pipe, as of `| head`, must not cut off payments

process.exitCode = await runCommand({ ...proxyCommands, ...testingCommands }, process.argv.slice(2), process.env, {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
});
