import type { Commands } from '../commands.js';
import type { WebKitPage } from './webkit-launcher.js';

/** Commands by WebDriver, which has keys and a mouse only. */
export const webkitCommands = (page: WebKitPage): Commands => ({
  async emulateMedia(features) {
    for (const [name, value] of Object.entries(features)) {
      if (!(await page.matches(`(${name}: ${value})`)) && value !== 'none') await cannot(`emulate ${name}: ${value}`);
    }
  },
  // In WebKitGTK the browser handles these keys, with the same edit commands.
  undo: () => page.runEditCommand('undo'),
  redo: () => page.runEditCommand('redo'),
  compose: () => cannot('compose with an input method'),
  commit: () => cannot('commit what an input method has composed'),
  touch: () => cannot('touch'), // it sends mouse events instead
  multiClick: ({ x, y }) => page.clickThere(x, y), // WebKit counts the clicks
  hold: () => cannot('repeat a key'),
});

function cannot(what: string): Promise<never> {
  return Promise.reject(new Error(`WebKit’s driver cannot ${what}.`));
}
