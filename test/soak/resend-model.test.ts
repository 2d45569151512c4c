import { it } from 'node:test';
import { checkResends } from '../support/resend-model.js';
import { times } from './effort.js';

const RUNS = times(3000);

it(`a payment keeps the rules of resending in ${RUNS} random sequences of answers`, () => checkResends(RUNS));
