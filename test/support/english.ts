import { EXTRA_ENGLISH } from '../../src/i18n/extra-messages.js';
import { ENGLISH, type Messages } from '../../src/i18n/messages.js';
import { PROBLEM_ENGLISH } from '../../src/i18n/problem-messages.js';

/** All messages in English. */
export const ALL_ENGLISH = { ...ENGLISH, ...PROBLEM_ENGLISH, ...EXTRA_ENGLISH } as Messages;
