import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Debian and Ubuntu: installs it, but starts no service. Two test files may want one at once, hence the lock. */
const INSTALL = `
exec 9>/tmp/install-debian-package.lock && flock 9
command -v "$1" && exit
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap 'rm $policy' EXIT
  printf '#!/bin/sh\\nexit 101\\n' > $policy && chmod +x $policy
fi
export DEBIAN_FRONTEND=noninteractive
get() { apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@"; } # a fresh machine may be updating itself
get install -y --no-install-recommends "$2" ||
  { get update && get install -y --no-install-recommends "$2"; }
`;

/**
 * Sees to it that a program is there that a test runs; where it can, it installs it.
 * @param debianPackage what has it
 * @param elsewhere what to do where there is no such package
 * @throws what to do by hand
 */
export async function needProgram(
  program: string,
  debianPackage: string,
  elsewhere = `"brew install ${program.replace(/-server$/, '')}"`,
): Promise<void> {
  const shell = (script: string) => promisify(execFile)('sh', ['-c', script, 'sh', program, debianPackage]);
  try {
    await shell('command -v "$1" || { [ "$(id -u)" = 0 ] && command -v apt-get flock; }');
    await shell(INSTALL);
  } catch (cause) {
    const ways = `"apt-get install ${debianPackage}" as root on Debian. Elsewhere: ${elsewhere}`;
    throw new Error(`These tests need ${program} on the PATH: ${ways}`, { cause });
  }
}
