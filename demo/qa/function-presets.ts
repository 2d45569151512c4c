import type { BuildRequest, InterpretResponse, NetworksOf, PaymentSubmitEvent } from '../../src/index.js';

/** A function for a property or an event of the element, and its source code. */
export interface Preset<Fn = unknown> {
  readonly name: string;
  readonly label: string;
  readonly run: Fn;
  readonly code: string;
}

export const BUILD_REQUEST: readonly Preset<BuildRequest>[] = [
  {
    name: 'copy',
    label: 'Sends a copy of the default body',
    run: (payment) => ({ ...payment }),
    code: '(payment) => ({ ...payment })',
  },
  {
    name: 'wrapped',
    label: 'Wraps it: { payment: … }',
    run: (payment) => ({ payment }),
    code: '(payment) => ({ payment })',
  },
  {
    name: 'nothing',
    label: 'Returns undefined',
    run: () => undefined,
    code: '() => undefined',
  },
  {
    name: 'throws',
    label: 'Throws',
    run: () => {
      throw new Error('buildRequest failed');
    },
    code: "() => {\n  throw new Error('buildRequest failed');\n}",
  },
];

const always = (meaning: 'paid' | 'pending' | 'not_charged' | 'unknown'): Preset<InterpretResponse> => ({
  name: meaning,
  label: `Always returns ${meaning}`,
  run: () => meaning,
  code: `() => '${meaning}'`,
});

export const INTERPRET_RESPONSE: readonly Preset<InterpretResponse>[] = [
  {
    name: 'by-body',
    label: 'Reads body.status',
    run: ({ body }) => ((body as { status?: unknown } | null)?.status === 'succeeded' ? 'paid' : undefined),
    code: "({ body }) => (body?.status === 'succeeded' ? 'paid' : undefined)",
  },
  always('paid'),
  always('pending'),
  always('not_charged'),
  always('unknown'),
  {
    name: 'throws',
    label: 'Throws',
    run: () => {
      throw new Error('interpretResponse failed');
    },
    code: "() => {\n  throw new Error('interpretResponse failed');\n}",
  },
];

/** What the page does before a payment is sent. */
export const SUBMIT_LISTENERS: readonly Preset<(event: PaymentSubmitEvent) => void>[] = [
  {
    name: 'waits',
    label: 'Waits 3 s',
    run: (event) => {
      event.waitUntil(new Promise((resolve) => setTimeout(resolve, 3000)));
    },
    code: '(event) => {\n  event.waitUntil(new Promise((resolve) => setTimeout(resolve, 3000)));\n}',
  },
  {
    name: 'sold-out',
    label: 'Rejects with a text',
    run: (event) => {
      const error = new Error('This item is sold out. You were not charged.');
      event.waitUntil(Promise.reject(Object.assign(error, { name: 'PaymentCheckError' })));
    },
    code:
      "(event) => {\n  const error = new Error('This item is sold out. You were not charged.');\n" +
      "  event.waitUntil(Promise.reject(Object.assign(error, { name: 'PaymentCheckError' })));\n}",
  },
  {
    name: 'fails',
    label: 'Rejects without a text',
    run: (event) => {
      event.waitUntil(Promise.reject(new Error('The check failed')));
    },
    code: "(event) => {\n  event.waitUntil(Promise.reject(new Error('The check failed')));\n}",
  },
  {
    name: 'hangs',
    label: 'Never ends',
    run: (event) => {
      event.waitUntil(new Promise(() => undefined));
    },
    code: '(event) => {\n  event.waitUntil(new Promise(() => {}));\n}',
  },
  {
    name: 'prevents',
    label: 'Prevents the payment',
    run: (event) => {
      event.preventDefault();
    },
    code: '(event) => {\n  event.preventDefault();\n}',
  },
];

export const NETWORKS_OF: readonly Preset<NetworksOf>[] = [
  {
    name: 'two',
    label: 'Cartes Bancaires and Visa, for each card',
    run: () => ['cartes-bancaires', 'visa'],
    code: "() => ['cartes-bancaires', 'visa']",
  },
  {
    name: 'preferred',
    label: 'The same, with Visa preselected',
    run: () => ({ networks: ['cartes-bancaires', 'visa'], preferred: 'visa' }),
    code: "() => ({ networks: ['cartes-bancaires', 'visa'], preferred: 'visa' })",
  },
  {
    name: 'slow',
    label: 'After 3 s',
    run: () => new Promise((resolve) => setTimeout(resolve, 3000, ['dankort', 'visa'])),
    code: "() => new Promise((resolve) => setTimeout(resolve, 3000, ['dankort', 'visa']))",
  },
  {
    name: 'throws',
    label: 'Throws',
    run: () => {
      throw new Error('networksOf failed');
    },
    code: "() => {\n  throw new Error('networksOf failed');\n}",
  },
];

const ALL: Readonly<Record<string, readonly Preset[]>> = {
  'payment-submit': SUBMIT_LISTENERS,
  buildRequest: BUILD_REQUEST,
  interpretResponse: INTERPRET_RESPONSE,
  networksOf: NETWORKS_OF,
};

/** Finds a preset of a property or an event by its name. */
export const findPreset = (target: string, name: string): Preset | undefined =>
  ALL[target]?.find((preset) => preset.name === name);
