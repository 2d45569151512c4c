import { loadCode, type Patch } from './bundle.js';
import { Exploration } from './explore.js';
import { SCENARIOS } from './scenarios.js';

interface Effort {
  readonly patches?: readonly Patch[];
  readonly seed: number;
  readonly isEnough: (exploration: Exploration) => boolean;
}

const OTHER_RELEASE: Patch = {
  file: 'packages/proxy/src/http/request.ts',
  from: 'if (parsed.success) return parsed.data;',
  to: 'if (parsed.success) return Object.fromEntries(Object.entries(parsed.data).reverse()) as never;',
};

/** Explores a scenario until a promise is broken: by turns the next schedule in order, and a random one. */
export async function search(name: string, { patches = [], seed, isEnough }: Effort): Promise<Exploration> {
  const scenario = SCENARIOS[name];
  if (!scenario) throw new Error(`Expected one of: ${Object.keys(SCENARIOS).join(', ')}`);
  const code = await loadCode(patches);
  const other = scenario.hasOtherRelease ? await loadCode([OTHER_RELEASE, ...patches]) : code;
  const exploration = new Exploration(scenario, [code, other]);
  const ways = [exploration.inOrder(), exploration.atRandom(seed)];
  while (!exploration.finding && !isEnough(exploration)) for (const way of ways) await way.next();
  return exploration;
}

/** For that time, in ms. */
export function enoughAfter(ms: number): Effort['isEnough'] {
  let end: number | undefined;
  return () => performance.now() >= (end ??= performance.now() + ms);
}
