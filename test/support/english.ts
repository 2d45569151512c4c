import { OPTIONAL_ENGLISH } from '../../src/i18n/optional-messages.js';
import { ENGLISH } from '../../src/i18n/messages.js';

/** All messages in English. */
export const ALL_ENGLISH = { ...ENGLISH, ...OPTIONAL_ENGLISH };
