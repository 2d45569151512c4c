/** The test kit for Node: the sandbox of the payments service. */
export {
  startSandbox,
  type LedgerEntry,
  type RequestLogEntry,
  type RunningSandbox,
  type SandboxOptions,
  type ServiceScenario,
} from './sandbox.js';
