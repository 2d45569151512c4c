import { EXTRA_ENGLISH } from '../../src/extra-messages.js';
import { ENGLISH } from '../../src/messages.js';

/** All messages in English. */
export const ALL_ENGLISH = { ...ENGLISH, ...EXTRA_ENGLISH };
