import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Has the packages of the emulated DOMs. */
export const FOLDER = 'test/system/emulated-dom';

/** Code that creates a window, by name. */
export const WINDOWS = {
  jsdom: `const { JSDOM } = require('jsdom'); const { window } = new JSDOM('<!doctype html>', { url: 'http://localhost/' });`,
  'happy-dom': `const { Window } = require('happy-dom'); const window = new Window({ url: 'http://localhost/' });`,
};

/**
 * Runs code in a process with the globals of a window, in which no request is possible.
 * @param conditions of the export map, besides those of Node
 * @returns the JSON that it logs
 */
export async function evaluate(setup: string, code: string, conditions: readonly string[] = []): Promise<unknown> {
  const script = `
    import { createRequire } from 'node:module';
    const require = createRequire(${JSON.stringify(`${process.cwd()}/${FOLDER}/`)});
    ${setup}
    for (const name of ['document', 'customElements', 'HTMLElement', 'CustomEvent', 'Event']) {
      Object.defineProperty(globalThis, name, { value: window[name], configurable: true });
    }
    globalThis.fetch = () => { throw new Error('A request was sent.'); };
    ${code}
    process.exit();`;
  const args = [...conditions.map((name) => `--conditions=${name}`), '--input-type=module', '--eval', script];
  const { stdout } = await run(process.execPath, args);
  return JSON.parse(stdout);
}
