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
export { close, createListener, listenOn } from './http/listener.js';
export { createOrderToken, signClaims } from './order/order-token.js';
export { quoteSafely, secretProblem } from './options/unusable-values.js';
export { createRedactor } from './service/redact.js';
export type { Redactor } from './service/service.js';
export { signWebhook } from './settlement/webhooks.js';
