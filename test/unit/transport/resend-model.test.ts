import { it } from 'node:test';
import { checkResends } from '../../support/resend-model.js';

it('a payment keeps the rules of resending whatever the proxy answers', () => checkResends(100));
