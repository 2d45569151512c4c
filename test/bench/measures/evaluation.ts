import { measure } from '../measure.js';
import { evaluationAt4 } from '../visits/evaluation.js';

export const evaluation = measure({
  id: 'evaluation-4x',
  name: 'Script evaluation, 4× slower processor',
  unit: 'ms',
  goal: { times: 6 },
  how: 'Processor time of the main thread in compiling and running scripts and their microtasks while the page loads, from a trace of the browser.',
  visit: evaluationAt4,
  read: (work) => work,
});
