/** Whether a version has an entry with something in it. */
export function hasEntry(changelog: string, version: string): boolean {
  const entry = changelog.split(/^## /m).find((section) => section.startsWith(`[${version}]`)) ?? '';
  return /^- /m.test(entry);
}
