import type { ProcessorResults, ProxyResults } from '../results.js';
import { conditionsText, mark, number, type Table } from '../format.js';
import { GOAL_MS, PASS_THROUGH, RATE, SERVICE_TIME_MS } from './contenders.js';
import { STEADY_RATE } from './processor-time.js';

export function proxyTable({ proxies }: ProxyResults): Table {
  return [
    [`Added latency at ${RATE} payments per second`, 'Goal', 'p50', 'p99'],
    ...proxies
      .filter(({ id }) => id !== PASS_THROUGH.id)
      .map(({ name, store, added, errors }) => {
        const failed = Object.values(errors).reduce((all, count) => all + count, 0);
        const isMet = store ? failed === 0 && added.p99 <= GOAL_MS : undefined;
        const p99 = `${number(added.p99)} ms${failed > 0 ? `, ${failed} failed` : ''}${mark(isMet)}`;
        return [name, store ? `≤ ${GOAL_MS} ms at p99` : '', `${number(added.p50)} ms`, p99];
      }),
  ];
}

export function proxyText(results: ProxyResults): string {
  const { proxies } = results;
  const baseline = proxies.find(({ id }) => id === PASS_THROUGH.id);
  return [
    `A payment takes ${SERVICE_TIME_MS} ms at the service, and ${number(baseline?.p50 ?? NaN)} ms (p50) or`,
    `${number(baseline?.p99 ?? NaN)} ms (p99) through a bare pass-through. The load generator has a core of its own; it was`,
    `late by at most ${number(Math.max(...proxies.map(({ lag }) => lag)))} ms at p99.`,
    conditionsText(results),
  ].join(' ');
}

export function processorTable({ proxies }: ProcessorResults): Table {
  return [
    ['Processor time of a payment, database included', 'Goal', 'Times pass-through'],
    ...proxies.map(({ name, goal, times }) => {
      const isMet = goal === undefined ? undefined : times <= goal;
      return [name, goal === undefined ? '' : `≤ ${goal}×`, `${number(times)}×${mark(isMet)}`];
    }),
  ];
}

export function processorText(results: ProcessorResults): string {
  const base = `The bare pass-through takes ${number(results.base)} ms, at ${STEADY_RATE} payments per second.`;
  return `${base} ${conditionsText(results)}`;
}
