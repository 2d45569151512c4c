import { z } from 'zod';
import { MAX_REFERENCE } from '../../src/contract/limits.js';
import { readBody } from '../../src/sandbox/http/json-body.js';
import { isFromElsewhere, refuse } from '../../src/sandbox/http/security.js';
import { findScenario } from '../../src/sandbox/scenarios.js';

/** Response of `/qa/scenario` to `GET ?reference=…` and `PUT` a selection. */
export interface ScenarioChoice {
  /** `false` with a real service. */
  readonly offered: boolean;
  /** The selected scenario of the order; `null` if the card decides. */
  readonly scenario: string | null;
}

/** Selects a scenario for an order; `null` clears it. */
const scenarioRequest = z.strictObject({
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
  readonly #isOffered: boolean;
  readonly #chosen = new Map<string, string>();

  /** @param isOffered - `false` with a real service */
  constructor(isOffered: boolean) {
    this.#isOffered = isOffered;
  }

  /** The ID of the selected scenario. */
  chosen(reference: string | undefined): string | undefined {
    return reference === undefined ? undefined : this.#chosen.get(reference);
  }

  /** Handles `/qa/scenario`. */
  async handle(request: Request): Promise<Response> {
    if (isFromElsewhere(request)) return refuse(403, 'other_origin', 'Only the QA page may use this API.');
    if (request.method === 'GET') return this.#respond(new URL(request.url).searchParams.get('reference') ?? undefined);
    if (request.method === 'PUT') {
      return readBody(request, scenarioRequest, (body) => Promise.resolve(this.#choose(body)));
    }
    const response = refuse(405, 'method_not_allowed', 'Use GET or PUT.');
    response.headers.set('Allow', 'GET, PUT');
    return response;
  }

  #respond(reference: string | undefined): Response {
    const choice: ScenarioChoice = { offered: this.#isOffered, scenario: this.chosen(reference) ?? null };
    return Response.json(choice, { headers: { 'Cache-Control': 'no-store' } });
  }

  #choose({ reference, scenario }: z.infer<typeof scenarioRequest>): Response {
    if (!this.#isOffered) return refuse(409, 'conflict', 'A real service has no scenarios.');
    this.#chosen.delete(reference); // makes it the newest
    if (scenario !== null) this.#chosen.set(reference, scenario);
    const [oldest] = this.#chosen.keys();
    if (this.#chosen.size > MAX_ORDERS && oldest !== undefined) this.#chosen.delete(oldest);
    return this.#respond(reference);
  }
}
