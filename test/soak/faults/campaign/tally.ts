import type { SeenExchange } from '../fault-proxy.js';
import type { Story } from './story.js';

/** Counts the events of a campaign. */
export class Tally {
  attempts = 0;
  orders = 0;
  charges = 0;
  kills = 0;
  /** Injected faults. */
  faults = 0;
  readonly #merchants = new Map<string, number>();
  readonly #told = new Map<string, number>();
  readonly #faults = new Map<string, number>();
  #sentAgain = 0;

  add({ plan, made, told, charges, behind, kills }: Story): void {
    this.orders++;
    this.attempts += made.length;
    this.charges += charges.length;
    this.kills += kills;
    count(this.#merchants, `${plan.merchant} x${plan.proxies.length}`);
    for (const { by, word } of told) count(this.#told, `${by}: ${word}`);
    for (const { seen } of made) {
      this.#sentAgain += seen.filter(({ method, attempt }) => method === 'POST' && attempt > 1).length;
      for (const exchange of seen) this.#addFault('before', exchange);
    }
    for (const exchange of behind) this.#addFault('behind', exchange);
  }

  toString(): string {
    const { orders, attempts, charges, kills } = this;
    return [
      `${attempts} attempts for ${orders} orders, ${charges} charges, ${this.#sentAgain} requests resent, ${kills} kills`,
      `merchants:\n${list(this.#merchants)}`,
      `outcomes of a\n${list(this.#told)}`,
      `injected faults, before and behind the proxy:\n${list(this.#faults)}`,
    ].join('\n');
  }

  #addFault(where: string, { fault, method, isInjected }: SeenExchange): void {
    if (!isInjected) return;
    this.faults++;
    const what = fault.kind === 'run' ? 'kill' : fault.kind;
    const how = 'at' in fault ? fault.at : 'status' in fault ? String(fault.status) : '';
    count(this.#faults, [where, method, what, how].join(' ').trim());
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function list(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, times]) => `${String(times).padStart(7)}  ${name}`)
    .join('\n');
}
