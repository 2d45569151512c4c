/** What payment-widget-testing of the same version shares with the proxy. Not public. */

export { type AttemptStore, type Change, type ListOptions } from './stores/store.js';
export {
  CommandError,
  UsageError,
  createCommand,
  flag,
  option,
  toNumber,
  type Environment,
  type Run,
  type Streams,
} from './command/command-line.js';
export { createProgram, type Main } from './command/program.js';
export { close, createListener, listenOn } from './node-server/listener.js';
export { createOrderToken, secretProblem, signClaims } from './order-token.js';
export { quoteSafely } from './quote-safely.js';
export { createRedactor, type Redactor } from './redact.js';
export { importWebhookSecret, signWebhook } from './webhooks.js';
