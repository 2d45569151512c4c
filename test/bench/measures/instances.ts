import { measure, type Measure } from '../measure.js';
import { instance, instances10, instances100 } from '../visits/instances.js';

const of = (id: string, name: string, visit: typeof instance, goal?: Measure['goal']) =>
  measure({
    id,
    name,
    unit: 'ms',
    ...(goal && { goal }),
    how: 'On a page whose scripts are loaded: from the first call to when each form has its first field in the document, laid out.',
    visit,
    read: (time) => time,
  });

export const oneInstance = of('instances-1', '1 form into a loaded page', instance);
export const tenInstances = of('instances-10', '10 forms into a loaded page', instances10);
export const hundredInstances = of('instances-100', '100 forms into a loaded page', instances100, { times: 1.5 });
