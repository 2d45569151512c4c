/** The test kit for Node: a fake element for unit tests, and the sandbox of the payments service. */
export * from './sandbox/start-sandbox.js';
export * from './fake/fake-widget.js';
export { FakeWidgetError, type FakeOutcome } from './fake/fake-outcome.js';
