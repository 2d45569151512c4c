import { rmSync, writeFileSync } from 'node:fs';
import { after, before, suite } from 'node:test';
import fc from 'fast-check';
import { until } from './until.js';

fc.configureGlobal({ seed: 20261126 }); // no luck here: test/soak explores

/** A handle that is open this long after the last test of its file is a leak. No passing test waits for it. */
const PATIENCE_MS = 30_000;

/** The process's own output, and handles that are being closed. */
const IGNORED = new Set(['PipeWrap', 'TTYWrap', 'CloseReq']);

/** The files of this process. No test starts before all are loaded: a file may read a global that a test replaces. */
const loads: Promise<unknown>[] = [];

const openHandles = () => process.getActiveResourcesInfo().filter((name) => !IGNORED.has(name));

const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

/** Ends the connections of `fetch`. One is open as long as nobody reads its response, which a test need not do. */
async function endConnections(): Promise<void> {
  const used = Reflect.get(globalThis, DISPATCHER) as
    { destroy(): Promise<void>; constructor: new () => unknown } | undefined;
  if (!used) return;
  Reflect.set(globalThis, DISPATCHER, new used.constructor());
  await used.destroy();
}

/**
 * Makes the tests of a file a suite, so that files can share a process. Fails if the file leaves a handle open.
 * @param note - path of a file that names the running tests
 */
export function fileSuite(file: string, note: string, load: () => Promise<unknown>): void {
  suite(file, async () => {
    let atStart = 0;
    before(() => {
      writeFileSync(note, file);
      atStart = openHandles().length;
    });
    const loading = load();
    loads.push(loading);
    await loading;
    after(async () => {
      await endConnections();
      const end = performance.now() + PATIENCE_MS;
      await until(() => openHandles().length <= atStart || performance.now() > end);
      rmSync(note);
      if (openHandles().length > atStart) throw new Error(`The file leaves handles open: ${openHandles().join(', ')}.`);
    });
    await Promise.allSettled(loads);
  });
}
