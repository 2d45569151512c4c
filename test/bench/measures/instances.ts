import { measure, type Measure } from '../measure.js';
import { instance, instances10, instances100 } from '../scenarios/instances.js';

const mounting = (id: string, name: string, scenario: typeof instance, goal?: Measure['goal']) =>
  measure({
    id,
    name,
    unit: 'ms',
    ...(goal && { goal }),
    how: 'On a page with loaded scripts: from the first call until each form has its first field in the document and layout is done.',
    scenario,
    read: (time) => time,
  });

export const oneInstance = mounting('instances-1', 'Mounting 1 form', instance);
export const tenInstances = mounting('instances-10', 'Mounting 10 forms', instances10);
export const hundredInstances = mounting('instances-100', 'Mounting 100 forms', instances100, { times: 1.5 });
