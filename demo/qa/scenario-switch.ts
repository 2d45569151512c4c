import { z } from 'zod';
import { MAX_REFERENCE } from '../../src/contract/limits.js';
import { readBody } from '../../src/sandbox/http/json-body.js';
import { isFromElsewhere, refuse } from '../../src/sandbox/http/security.js';
import { findScenario } from '../../src/sandbox/scenarios.js';

/** Selects a scenario for an order; `null` clears it. */
const choice = z.strictObject({
  reference: z.string().min(1).max(MAX_REFERENCE),
  scenario: z
    .string()
    .refine((id) => findScenario(id) !== undefined, 'expected an ID from src/sandbox/scenarios.ts')
    .nullable(),
});

/** Maximum number of orders. The oldest selection is dropped first. */
const MAX_ORDERS = 1000;

/** The selected scenario of each order on the QA page. */
export class ScenarioSwitch {
  readonly #chosen = new Map<string, string>();

  /** The ID of the selected scenario. */
  chosen(reference: string | undefined): string | undefined {
    return reference === undefined ? undefined : this.#chosen.get(reference);
  }

  /** Handles `PUT /qa/scenario`. */
  async handle(request: Request): Promise<Response> {
    if (isFromElsewhere(request)) return refuse(403, 'other_origin', 'Only the QA page may use this API.');
    if (request.method !== 'PUT') return new Response(null, { status: 405, headers: { Allow: 'PUT' } });
    return readBody(request, choice, ({ reference, scenario }) => {
      this.#chosen.delete(reference); // makes it the newest
      if (scenario !== null) this.#chosen.set(reference, scenario);
      const [oldest] = this.#chosen.keys();
      if (this.#chosen.size > MAX_ORDERS && oldest !== undefined) this.#chosen.delete(oldest);
      return Promise.resolve(Response.json({ scenario }));
    });
  }
}
