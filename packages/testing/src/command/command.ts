import { createProgram } from 'payment-widget-proxy/internal';

export const main = createProgram({
  name: 'payment-widget-testing',
  purpose: 'tools to test payments with <payment-widget>',
  example: 'check-proxy http://localhost:3000/pay',
  commands: {
    init: {
      args: '<folder>',
      purpose: 'writes a shop that takes test payments',
      load: async () => (await import('./init.js')).runInit,
    },
    sandbox: {
      purpose: 'runs the sandbox of the payments service',
      load: async () => (await import('./sandbox.js')).runSandbox,
    },
    'check-proxy': {
      args: '<url>',
      purpose: 'tests a payment proxy against the contract',
      load: async () => (await import('./check-proxy.js')).runCheckProxy,
    },
  },
});
