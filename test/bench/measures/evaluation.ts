import { measure } from '../measure.js';
import { evaluationAt4 } from '../scenarios/evaluation.js';

const how = 'Main-thread CPU time for compiling and running scripts and their microtasks, from a browser trace';

export const evaluationUntilFirstField = measure({
  id: 'evaluation-typable-4x',
  name: 'Script evaluation until the first focusable field, 4× CPU slowdown',
  unit: 'ms',
  goal: { timesLit: 1.3 },
  isAbsolute: true,
  how: `${how}, until the first field is focusable. The plain form is in the HTML and needs none.`,
  scenario: evaluationAt4,
  read: ({ untilFirstField }) => untilFirstField,
});

export const evaluation = measure({
  id: 'evaluation-4x',
  name: 'Script evaluation of the whole load, 4× CPU slowdown',
  unit: 'ms',
  how: `${how}, until the form works and the network has been idle for 0.5 s.`,
  scenario: evaluationAt4,
  read: ({ whole }) => whole,
});
