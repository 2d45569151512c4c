import { it } from 'node:test';
import { checkAgainstModel } from '../support/attempts-model.js';
import { times } from './effort.js';

const RUNS = times(3000);

it(`attempts follow their model in ${RUNS} random sequences of commands`, () => checkAgainstModel(RUNS));
