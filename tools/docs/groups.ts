/** Groups of pages in the navigation, by the hundreds of their `order`. */
const GROUPS: Readonly<Record<number, string>> = {
  1: 'Start',
  2: 'The element',
  3: 'Outcomes',
  4: 'Server',
  5: 'Security',
  6: 'Recipes',
  7: 'Migrating',
};

/** Pages without an order come last. */
export const LAST_ORDER = 899;

export const groupOf = (order: number): string => GROUPS[Math.floor(order / 100)] ?? 'Background';
