import type { BuildRequest, InterpretResponse } from '../../src/index.js';

/** A function for a property of the element, and its source code. */
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

const ALL: Readonly<Record<string, readonly Preset[]>> = {
  buildRequest: BUILD_REQUEST,
  interpretResponse: INTERPRET_RESPONSE,
};

/** Finds a preset of a property by its name. */
export const findPreset = (property: string, name: string): Preset | undefined =>
  ALL[property]?.find((preset) => preset.name === name);
