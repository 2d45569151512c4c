import { mountMany } from './stage.js';
import { visitPage, type Visit } from './visit.js';

/** Puts so many forms into a page that had none. */
const instances = (count: number): Visit<number> => ({
  name: count === 1 ? '1 instance' : `${count} instances`,
  takes: ({ hasStage = false }) => hasStage,
  run: (lab, contender) =>
    visitPage(lab, contender, { file: 'stage.html', isIsolated: true }, ({ page }) =>
      mountMany(page, contender, count),
    ),
});

export const instance = instances(1);
export const instances10 = instances(10);
export const instances100 = instances(100);
