import { loadCode, type Patch } from './bundle.js';
import { exploreAll, exploreAtRandom, type Report } from './explore.js';
import { SCENARIOS } from './scenarios.js';

export type Found = Readonly<Report>;

interface Effort {
  readonly patches?: readonly Patch[];
  readonly seed: number;
  readonly ms: number;
}

const OTHER_RELEASE: Patch = {
  file: 'packages/proxy/src/http/request.ts',
  from: 'if (parsed.success) return parsed.data;',
  to: 'if (parsed.success) return Object.fromEntries(Object.entries(parsed.data).reverse()) as never;',
};

/** How many unusual events the systematic search combines. */
const HIGHEST_COST = 4;
/** The share of the time for it. */
const SYSTEMATIC = 0.5;

/** Explores a scenario until a promise is broken: half of the time all schedules in their order, then random ones. */
export async function search(name: string, { patches = [], seed, ms }: Effort): Promise<Found> {
  const scenario = SCENARIOS[name];
  if (!scenario) throw new Error(`Expected one of: ${Object.keys(SCENARIOS).join(', ')}`);
  const codes = [
    await loadCode(patches),
    scenario.hasOtherRelease ? await loadCode([OTHER_RELEASE, ...patches]) : undefined,
  ] as const;
  const report: Report = { finding: undefined, schedules: 0, steps: 0, states: 0 };
  const started = performance.now();
  await exploreAll({ scenario, codes, until: started + ms * SYSTEMATIC, report }, HIGHEST_COST);
  await exploreAtRandom({ scenario, codes, until: started + ms, report }, seed);
  return report;
}
