/** Dates in the format of the service's interface: day, short month, year. In UTC. */
const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'UTC' });

/** `21 Nov 2026` */
export function formatDate(iso: string): string {
  return DATE.format(new Date(iso)).replace('Sept', 'Sep');
}

/** `21 Nov 2026, 14:03:09 UTC` */
export function formatTime(iso: string): string {
  return `${formatDate(iso)}, ${TIME.format(new Date(iso))} UTC`;
}

const COUNT = new Intl.NumberFormat('en');

export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** `1 try`, `2 tries` */
export function plural(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
