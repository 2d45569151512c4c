import { it } from 'node:test';
import { checkAgainstModel } from '../../support/attempts-model.js';

it('attempts follow their model in random sequences of commands', () => checkAgainstModel(100));
