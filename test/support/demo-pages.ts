import { join } from 'node:path';

/** The built pages of the demo. */
export const DEMO_PAGES = join(import.meta.dirname, '../../dist-demo/public');
