import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Installs a package without starting services. The lock is for test files that run side by side. */
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
get update || true # an outdated index has outdated browsers
get install -y --no-install-recommends "$2"
`;

/**
 * Finds a program that a test needs, or installs it as root on Debian and Ubuntu.
 * @param debianPackage the package that contains it
 * @param elsewhere instructions for other systems
 * @throws with instructions if it is missing
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

/** Like `needProgram`, for libraries. `test` succeeds if the library is installed. */
export async function needModule(test: string, debianPackage: string): Promise<void> {
  const isThere = () =>
    promisify(execFile)('sh', ['-c', test]).then(
      () => true,
      () => false,
    );
  if (await isThere()) return;
  await needProgram(`no-such-program-but-${debianPackage}`, debianPackage, 'install it as your system does');
  if (!(await isThere())) throw new Error(`These tests need ${debianPackage}: "apt-get install ${debianPackage}".`);
}
