#!/usr/bin/env node
import { main } from './command.js';

process.stdout.on('error', () => undefined); // a closed pipe, as of `| head`, must not cut off payments

process.exitCode = await main(process.argv.slice(2), process.env, {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
});

setTimeout(() => process.exit(), 2000).unref(); // a connection to a database that hangs would keep the process
