import type { ChromeLauncher } from '@web/test-runner-chrome';

/** Presses keys at the same time. */
export async function together(
  { keyboard }: ReturnType<ChromeLauncher['getPage']>,
  ...keys: Parameters<typeof keyboard.down>[0][]
): Promise<void> {
  for (const key of keys) await keyboard.down(key);
  for (const key of keys.reverse()) await keyboard.up(key);
}
