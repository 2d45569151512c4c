import type { Commands } from 'payment-widget-proxy/internal';

export const testingCommands: Commands = {
  sandbox: {
    purpose: 'runs the sandbox of the payments service',
    load: async () => (await import('./sandbox.js')).runSandbox,
  },
  'check-proxy': {
    args: '<url>',
    purpose: 'tests a payment proxy against the contract',
    load: async () => (await import('./check-proxy.js')).runCheckProxy,
  },
};
