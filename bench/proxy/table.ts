import type { ProxyResult, ProxyResults, RateResult } from '../results.js';
import { conditionsText, mark, number, type Table } from '../table.js';
import { GOAL, PASS_THROUGH, SERVICE_TIME_MS } from './contenders.js';
import { isLate } from './rounds.js';

export function proxyTable({ proxies }: ProxyResults): Table {
  const [baseline] = proxies;
  const rates = baseline?.rates.map(({ rate }) => rate) ?? [];
  return [
    ['Added latency, p50 / p99', 'Goal', ...rates.map((rate) => `${rate} payments per second`)],
    ...proxies
      .filter(({ id }) => id !== PASS_THROUGH.id)
      .map((proxy) => [
        proxy.name,
        proxy.hasGoal ? `≤ ${GOAL.addedP99} ms at ${GOAL.rate}` : '',
        ...proxy.rates.map((result) => cell(proxy, result)),
      ]),
  ];
}

function cell({ hasGoal }: ProxyResult, { rate, added, errors }: RateResult): string {
  const [p50, p99] = [added.p50, added.p99];
  const failed = sum(errors);
  const isMet = hasGoal && rate === GOAL.rate ? failed === 0 && p99 <= GOAL.addedP99 : undefined;
  return `${number(p50)} / ${number(p99)} ms${failed > 0 ? `, ${failed} failed` : ''}${mark(isMet)}`;
}

export function proxyText(results: ProxyResults): string {
  const { proxies, leftOut } = results;
  const baseline = proxies.find(({ id }) => id === PASS_THROUGH.id)?.rates.find(({ rate }) => rate === GOAL.rate);
  const all = proxies.flatMap(({ rates }) => rates);
  const late = all.filter(isLate).length;
  const largest = Math.max(...all.map(({ lag }) => lag));
  return [
    `A payment takes ${SERVICE_TIME_MS} ms at the service, and ${number(baseline?.p50 ?? NaN)} ms (p50) or`,
    `${number(baseline?.p99 ?? NaN)} ms (p99) through a bare pass-through, at ${GOAL.rate} per second.`,
    `The load generator was late by at most ${number(largest)} ms at p99.`,
    ...(late > 0 ? [`In ${late} of ${all.length} cells it was too late, so that they include its own delay.`] : []),
    ...leftOut.map((name) => `${name}: not measured, because its server is not installed.`),
    conditionsText(results),
  ].join(' ');
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, count) => all + count, 0);
