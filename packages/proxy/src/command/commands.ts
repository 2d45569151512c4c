import type { Commands } from './command-line.js';

export const proxyCommands: Commands = {
  proxy: {
    purpose: 'runs the payment proxy as a program',
    load: async () => (await import('./proxy-command.js')).runProxy,
  },
  attempts: {
    purpose: 'lists payment attempts in the store of the program',
    load: async () => (await import('./list-command.js')).runAttempts,
  },
  resolve: {
    args: '<reference|key>',
    purpose: 'settles a payment whose outcome is unknown',
    load: async () => (await import('./resolve-command.js')).runResolve,
  },
  store: {
    args: 'check',
    purpose: 'tests the store of the program',
    load: async () => (await import('./store-command.js')).runStore,
  },
};
