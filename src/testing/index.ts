/** The test kit for Node: a fake element for unit tests, and the sandbox of the payments service. */
export {
  startSandbox,
  type LedgerEntry,
  type RequestLogEntry,
  type RunningSandbox,
  type SandboxOptions,
  type ServiceScenario,
} from './sandbox.js';
export {
  createFakeWidget,
  type FakeWidget,
  type FakeWidgetOptions,
  type PaymentOutcome,
  type PaymentWidget,
} from './fake-widget.js';
export { FakeWidgetError, type FakeOutcome } from './fake-outcome.js';
