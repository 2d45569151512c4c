import { executeServerCommand, sendKeys } from '@web/test-runner-commands';

/**
 * User actions for which the test runner has no command. For Firefox and WebKit, `test/other-engines` implements them. An
 * action that an engine cannot perform fails; `itExcept` skips the tests that need it.
 */
export interface Commands {
  /** Sets the text that an input method is composing. */
  compose(text: string): Promise<void>;
  /** Ends the composition with this text. */
  commit(text: string): Promise<void>;
}

const isChromium = navigator.userAgent.includes('Chrome/');
const isWebKit = !/Chrome\/|Firefox\//.test(navigator.userAgent);

const CHROMIUM: Commands = {
  async compose(text) {
    await cdp('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  },
  async commit(text) {
    await cdp('Input.insertText', { text });
  },
};

/** In WebKitGTK the browser handles these keys, with the same edit commands. */
async function edit(name: 'undo' | 'redo', keys: readonly string[]): Promise<void> {
  if (isWebKit) document.execCommand(name);
  else {
    for (const down of keys) await sendKeys({ down });
    for (const up of [...keys].reverse()) await sendKeys({ up });
  }
}

/** Actions that need no command of our own. */
const ACTIONS = {
  /** Emulates media features for the page, in Chromium only; without any, ends all emulation. */
  emulateMedia: (values: Readonly<Record<string, string>>) =>
    cdp('Emulation.setEmulatedMedia', {
      features: Object.entries(values).map(([name, value]) => ({ name, value })),
    }),
  undo: () => edit('undo', ['Control', 'z']),
  redo: () => edit('redo', ['Control', 'Shift', 'z']),
  /** Presses a key, or repeats it while it is down. */
  hold: (key: 'Enter') => sendKeys({ down: key }),
  ...(isChromium && CHROMIUM),
};

/**
 * Sends a command of the DevTools protocol, in Chromium only. The test ends what it emulates.
 * @throws when the browser does not know the command
 */
export async function cdp(method: string, params: object = {}): Promise<object> {
  const result = await executeServerCommand<object, object>('cdp', { method, params });
  if ('error' in result) throw new Error(String(result.error));
  return result;
}

type Actions = Commands & typeof ACTIONS;

export async function command<Name extends keyof Actions>(
  name: Name,
  ...[argument]: Parameters<Actions[Name]>
): Promise<void> {
  const act = (ACTIONS as Partial<Record<string, (argument: unknown) => Promise<unknown>>>)[name];
  if (act) await act(argument);
  else await executeServerCommand<true, Record<string, unknown>>(name, { argument });
}
