import { actions } from './actions.js';
import { fields } from './fields.js';
import { media } from './media.js';
import { theme } from './theme.js';

/** The styles of the first view, in the order of the cascade. */
export const styles = [theme, fields, actions, media];
