import type { ChromeLauncher } from '@web/test-runner-chrome';
import type { Commands } from '../commands.js';
import { clientOf } from './cdp-plugin.js';
import { together } from './together.js';

type Page = ReturnType<ChromeLauncher['getPage']>;

/** Commands by the DevTools protocol. Emulation lasts until the end of the test file. */
export const chromiumCommands = (page: Page): Commands => ({
  async emulateMedia(values) {
    const features = Object.entries(values).map(([name, value]) => ({ name, value }));
    await (await clientOf(page)).send('Emulation.setEmulatedMedia', { features });
  },
  undo: () => together(page, 'Control', 'z'),
  redo: () => together(page, 'Control', 'Shift', 'z'),
  async compose(text) {
    const end = text.length;
    await (await clientOf(page)).send('Input.imeSetComposition', { text, selectionStart: end, selectionEnd: end });
  },
  async commit(text) {
    await (await clientOf(page)).send('Input.insertText', { text });
  },
  async touch(point) {
    const client = await clientOf(page);
    // Together: a pause between them would be a long press.
    await Promise.all([
      client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] }),
      client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
    ]);
  },
  async multiClick({ x, y, count }) {
    const client = await clientOf(page);
    for (const type of ['mousePressed', 'mouseReleased'] as const) {
      await client.send('Input.dispatchMouseEvent', { type, clickCount: count, x, y, button: 'left' });
    }
  },
  hold: (key) => page.keyboard.down(key),
});
