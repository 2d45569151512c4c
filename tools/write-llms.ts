import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLlms, readPages } from './llms.js';

/** `npm run build`: writes the documentation for language models into the package. */

process.chdir(join(import.meta.dirname, '..'));
const { list, full } = createLlms(readPages(), (path) => `../${path}`);
writeFileSync('dist/llms.txt', list);
writeFileSync('dist/llms-full.txt', full);
