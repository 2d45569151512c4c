import { createProgram } from './program.js';

export const main = createProgram({
  name: 'payment-widget-proxy',
  purpose: 'the payment proxy of <payment-widget>, for shops in any language',
  example: 'start --config payments.env',
  commands: {
    start: {
      purpose: 'runs the payment proxy',
      load: async () => (await import('./proxy-command.js')).runProxy,
    },
    attempts: {
      purpose: 'lists payment attempts in the store',
      load: async () => (await import('./list-command.js')).runAttempts,
    },
    resolve: {
      args: '<reference|key>',
      purpose: 'settles a payment whose outcome is unknown',
      load: async () => (await import('./resolve-command.js')).runResolve,
    },
    store: {
      args: 'check',
      purpose: 'tests the store',
      load: async () => (await import('./store-command.js')).runStore,
    },
  },
});
