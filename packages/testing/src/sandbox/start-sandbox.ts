import type { RunningSandbox, SandboxOptions } from './running-sandbox.js';

export type { RunningSandbox, SandboxOptions };
export type { ServiceScenario } from './behaviours.js';
export type { LedgerEntry } from './records.js';
export type { RequestLogEntry } from './request-log.js';

/**
 * Starts the sandbox of the payments service on this machine. It moves no money. Everything that the service does not document is an
 * assumption.
 * @throws {TypeError} for a wrong option
 * @throws if the port is in use
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const { openSandbox } = await import('./open-sandbox.js');
  return openSandbox(options);
}
