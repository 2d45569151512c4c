import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderAsvs } from './asvs.js';

/** Writes `docs/asvs.md`. */

writeFileSync(join(import.meta.dirname, '../docs/asvs.md'), await renderAsvs());
