import { mountMany } from './mount.js';
import { openPage, type Scenario } from './scenario.js';

/** Mounts `count` forms on a page without forms. Result: duration, in ms. */
const instances = (count: number): Scenario<number> => ({
  name: count === 1 ? '1 instance' : `${count} instances`,
  appliesTo: ({ canMount = false }) => canMount,
  run: (environment, contender) =>
    openPage(environment, contender, { file: 'mount.html', isIsolated: true }, ({ page }) =>
      mountMany(page, contender, count),
    ),
});

export const instance = instances(1);
export const instances10 = instances(10);
export const instances100 = instances(100);
