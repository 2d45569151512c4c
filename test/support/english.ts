import { EXTRA_ENGLISH } from '../../src/i18n/extra-messages.js';
import { ENGLISH } from '../../src/i18n/messages.js';

/** All messages in English. */
export const ALL_ENGLISH = { ...ENGLISH, ...EXTRA_ENGLISH };
