import { execSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { select, type Sbom } from './sbom.js';
import { thirdPartyNotices } from './third-party.js';

/** Writes `dist/sbom.cdx.json`, in CycloneDX, and `dist/THIRD-PARTY.txt`, when everything else is built. */

const root = join(import.meta.dirname, '..');
// What is installed on this machine lacks the binaries of others, so the lock is listed; that needs no registry.
const listed = execSync('npm sbom --sbom-format cyclonedx --package-lock-only --offline', {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const sbom = select(JSON.parse(listed) as Sbom, root);
writeFileSync(join(root, 'dist/sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
writeFileSync(join(root, 'dist/THIRD-PARTY.txt'), thirdPartyNotices(root));
