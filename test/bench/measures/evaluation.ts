import { measure } from '../measure.js';
import { evaluationAt4 } from '../scenarios/evaluation.js';

export const evaluation = measure({
  id: 'evaluation-4x',
  name: 'Script evaluation, 4× CPU slowdown',
  unit: 'ms',
  goal: { times: 6 },
  how: 'Main-thread CPU time for compiling and running scripts and their microtasks during page load, from a browser trace.',
  scenario: evaluationAt4,
  read: (work) => work,
});
