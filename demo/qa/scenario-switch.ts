import * as z from 'zod/mini';
import { MAX_REFERENCE } from '../../src/contract/limits.js';
import { checkOrigin } from '../../src/proxy/origin.js';
import { ProblemError } from '../../src/proxy/problem.js';
import { readBody } from '../../src/proxy/read-body.js';
import { findScenario } from '../scenarios.js';

/** What `/qa/scenario` answers, to `GET ?reference=…` and to `PUT` {@link ScenarioWish} alike. */
export interface ScenarioChoice {
  /** Whether there are scenarios at all: a real service does what it does. */
  readonly offered: boolean;
  /** What happens to the order's payments; `null`: what the number of the card says. */
  readonly scenario: string | null;
}

/** From now on, this happens to the order's payments; `null` takes that back. */
export interface ScenarioWish {
  readonly reference: string;
  readonly scenario: string | null;
}

const wish = z.strictObject({
  reference: z.string().check(z.minLength(1), z.maxLength(MAX_REFERENCE)),
  scenario: z.nullable(z.string().check(z.refine((id) => findScenario(id) !== undefined))),
});

/** A wish takes a few hundred bytes, and no longer than that to arrive, in ms. */
const LIMITS = { bytes: 4096, ms: 5000 };
/** Orders that are remembered; the one whose wish is oldest is forgotten first. */
const MOST_ORDERS = 1000;

/** What the QA page wants to happen next, order by order. */
export class ScenarioSwitch {
  readonly #isOffered: boolean;
  readonly #chosen = new Map<string, string>();

  /** @param isOffered - false with a real service */
  constructor(isOffered: boolean) {
    this.#isOffered = isOffered;
  }

  /** The id of the order's scenario, if one was chosen. */
  chosen(reference: string | undefined): string | undefined {
    return reference === undefined ? undefined : this.#chosen.get(reference);
  }

  /** Answers `/qa/scenario`. */
  async handle(request: Request): Promise<Response> {
    try {
      checkOrigin(request, []);
      if (request.method === 'GET') return this.#tell(new URL(request.url).searchParams.get('reference') ?? undefined);
      if (request.method === 'PUT') return this.#tell(await this.#choose(request));
      throw new ProblemError(405, 'not_found', 'Expected GET or PUT.', { headers: { Allow: 'GET, PUT' } });
    } catch (error) {
      if (error instanceof ProblemError) return error.toResponse();
      throw error;
    }
  }

  #tell(reference: string | undefined): Response {
    const choice: ScenarioChoice = { offered: this.#isOffered, scenario: this.chosen(reference) ?? null };
    return Response.json(choice, { headers: { 'Cache-Control': 'no-store' } });
  }

  /** @returns the order */
  async #choose(request: Request): Promise<string> {
    if (!this.#isOffered) throw new ProblemError(409, 'conflict', 'A real service has no scenarios.');
    const { reference, scenario } = await readWish(request);
    this.#chosen.delete(reference); // so that it is the newest
    if (scenario !== null) this.#chosen.set(reference, scenario);
    const [oldest] = this.#chosen.keys();
    if (this.#chosen.size > MOST_ORDERS && oldest !== undefined) this.#chosen.delete(oldest);
    return reference;
  }
}

/** @throws {ProblemError} when it is not one */
async function readWish(request: Request): Promise<ScenarioWish> {
  const isJson = /^application\/json\b/i.test(request.headers.get('Content-Type') ?? '');
  if (!isJson) throw new ProblemError(415, 'invalid_request', 'Expected Content-Type: application/json.');
  try {
    const text = new TextDecoder().decode(await readBody(request.body, LIMITS));
    return wish.parse(JSON.parse(text));
  } catch (cause) {
    throw new ProblemError(
      400,
      'invalid_request',
      'Expected { reference, scenario }, with an id of demo/scenarios.ts.',
      {
        cause,
      },
    );
  }
}
