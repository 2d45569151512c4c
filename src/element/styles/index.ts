import { fields } from './fields.js';
import { media } from './media.js';
import { panels } from '../behaviour/late-styles.js';
import { theme } from './theme.js';

/** In the order of the cascade. */
export const styles = [theme, fields, panels, media];
