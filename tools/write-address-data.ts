import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { addressData } from './address-data.js';

/** `npm run address-data` writes the tables of addresses by country; see `tools/address-data.ts`. */

for (const [path, source] of Object.entries(await addressData())) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, source);
}
