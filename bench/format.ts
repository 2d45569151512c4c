import type { Conditions } from './results.js';

export type Table = readonly (readonly string[])[];

export const number = (value: number): string =>
  value === 0 || Math.abs(value) < 0.05
    ? '0'
    : new Intl.NumberFormat('en', { maximumSignificantDigits: value >= 100 ? 3 : 2 }).format(value);

export const mark = (isMet: boolean | undefined): string => (isMet === undefined ? '' : isMet ? ' ✓' : ' ✗');

export function conditionsText({ date, rounds, machine, versions }: Conditions): string {
  const list = Object.entries(versions).map(([name, version]) =>
    name === 'Browser' ? version : `${/^[A-Z]/.test(name) ? name : `\`${name}\``} ${version}`,
  );
  return `Medians of ${rounds} ${rounds === 1 ? 'round' : 'rounds'}, ${date}, on ${machine}; ${list.join(', ')}.`;
}
