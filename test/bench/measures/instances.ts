import { measure } from '../measure.js';
import { instance, instances100 } from '../scenarios/instances.js';

const how = 'Main-thread CPU time on a page with loaded scripts, from a browser trace: from the first call until';
const painted = `${how} the frame is painted in which each form has its first field.`;

export const oneInstance = measure({
  id: 'instances-1',
  name: 'Mounting 1 form, CPU time until painted',
  unit: 'ms',
  how: painted,
  scenario: instance,
  read: ({ painted }) => painted,
});

export const hundredInstances = measure({
  id: 'instances-100',
  name: 'Mounting 100 forms, CPU time until painted',
  unit: 'ms',
  goal: { times: 1.8 },
  how: painted,
  scenario: instances100,
  read: ({ painted }) => painted,
});

export const hundredWorkingInstances = measure({
  id: 'instances-100-working',
  name: 'Mounting 100 forms, CPU time until all work',
  unit: 'ms',
  how: `${how} each form works and the network has been idle for 0.5 s.`,
  scenario: instances100,
  read: ({ whole }) => whole,
});
