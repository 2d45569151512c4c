import { BEHAVIOURS, type ServiceScenario } from '../sandbox/behaviours.js';
import { findScenario } from '../sandbox/scenarios.js';
import type { SandboxOptions } from './sandbox.js';

const MAX_PORT = 65_535;
/** In ms. */
const MAX_LATENCY = 20_000;

const RULES: Readonly<Record<keyof SandboxOptions, (value: unknown) => string | undefined>> = {
  port: (value) => (isInteger(value, 0, MAX_PORT) ? undefined : `an integer from 0 to ${MAX_PORT}`),
  latency: (value) => (isInteger(value, 0, MAX_LATENCY) ? undefined : `milliseconds from 0 to ${MAX_LATENCY}`),
  rateLimit: (value) => (value === false || isInteger(value, 1, Infinity) ? undefined : 'a positive integer, or false'),
  webhookUrl: (value) => (isHttpUrl(value) ? undefined : 'a URL, such as http://localhost:3000/webhooks/payments'),
  scenario: (value) => (isServiceScenario(value) ? undefined : expectedScenario(value)),
};

/** @throws {TypeError} that names the first wrong option */
export function checkSandboxOptions(options: SandboxOptions): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(RULES, name)) {
      throw new TypeError(`${name} is not an option. Expected one of ${Object.keys(RULES).join(', ')}.`);
    }
    const expected = RULES[name as keyof SandboxOptions](value);
    if (expected !== undefined) throw new TypeError(`${name} is ${JSON.stringify(value)}. Expected ${expected}.`);
  }
}

function isInteger(value: unknown, from: number, to: number): boolean {
  return Number.isInteger(value) && (value as number) >= from && (value as number) <= to;
}

function isHttpUrl(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function isServiceScenario(value: unknown): value is ServiceScenario {
  return typeof value === 'string' && BEHAVIOURS.has(value);
}

/** Some scenarios of the QA page happen in the shop or in the page, where the sandbox has no part. */
function expectedScenario(value: unknown): string {
  const isElsewhere = typeof value === 'string' && findScenario(value) !== undefined;
  const names = [...BEHAVIOURS.keys()].join(', ');
  return isElsewhere ? `a scenario of the service: ${names}` : `one of ${names}`;
}
