type Action = Readonly<Record<string, unknown>> & { readonly type: string };
type Button = 'left' | 'middle' | 'right';

/** Limits in ms. By default, WebDriver ends a script after 30 s, which a busy machine exceeds. */
const NO_LIMITS = { script: 2 ** 31 - 1, pageLoad: 2 ** 31 - 1 };

const BUTTONS: readonly Button[] = ['left', 'middle', 'right'];

/**
 * A browser window driven by WebDriver, with the methods of Puppeteer's pages that the test runner's commands call. A
 * WebDriver client such as webdriverio has another interface, which would need the same adapter.
 */
export class WebDriverPage {
  readonly #session: string;
  #clicks = 0;

  private constructor(session: string) {
    this.#session = session;
  }

  /** @param driver - the address of a WebDriver server */
  static async open(driver: string, capabilities: object): Promise<WebDriverPage> {
    const body = { capabilities: { alwaysMatch: { ...capabilities, timeouts: NO_LIMITS } } };
    const { sessionId } = await call<{ sessionId: string }>('POST', `${driver}/session`, body);
    return new WebDriverPage(`${driver}/session/${sessionId}`);
  }

  readonly keyboard = {
    type: (text: string): Promise<void> =>
      this.keys(...Array.from(text).flatMap((key) => [['keyDown', key] as const, ['keyUp', key] as const])),
    press: (name: string): Promise<void> => this.keys(['keyDown', name], ['keyUp', name]),
    down: (name: string): Promise<void> => this.keys(['keyDown', name]),
    up: (name: string): Promise<void> => this.keys(['keyUp', name]),
  };

  readonly mouse = {
    move: (x: number, y: number): Promise<void> => this.#point({ type: 'pointerMove', x, y }),
    down: ({ button }: { button?: Button } = {}): Promise<void> => this.#button('pointerDown', button),
    up: ({ button }: { button?: Button } = {}): Promise<void> => this.#button('pointerUp', button),
    click: async (x: number, y: number, options: { button?: Button } = {}): Promise<void> => {
      this.#clicks++;
      await this.mouse.move(x + (this.#clicks % 2 ? 3 : -3), y); // within 5 px a quick second click would be a double click
      await this.mouse.down(options);
      await this.mouse.up(options);
    },
    reset: async (): Promise<void> => {
      await this.#send('DELETE', '/actions');
      await this.mouse.move(0, 0);
    },
  };

  async goto(url: string): Promise<void> {
    await this.#send('POST', '/url', { url });
  }

  url(): Promise<string> {
    return this.#send('GET', '/url');
  }

  /** Runs a function in the page, without access to its scope. */
  evaluate<Arguments extends readonly unknown[], Result>(
    run: (...args: Arguments) => Result,
    ...args: Arguments
  ): Promise<Awaited<Result>> {
    return this.#send('POST', '/execute/sync', { script: `return (${run.toString()})(...arguments)`, args });
  }

  /** Switches to a frame of the page. */
  async enterFrame(selector: string): Promise<void> {
    const id = await this.#send('POST', '/element', { using: 'css selector', value: selector });
    await this.#send('POST', '/frame', { id });
  }

  /** Switches from a frame to the page. */
  async leaveFrame(): Promise<void> {
    await this.#send('POST', '/frame', { id: null });
  }

  /** Performs key actions in order. */
  async keys(...actions: readonly (readonly [type: 'keyDown' | 'keyUp', name: string])[]): Promise<void> {
    const sent = actions.map(([type, name]) => ({ type, value: webDriverKey(name) }));
    await this.#act({ type: 'key', id: 'keyboard', actions: sent });
  }

  async close(): Promise<void> {
    await this.#send('DELETE', '');
  }

  #button(type: 'pointerDown' | 'pointerUp', button: Button = 'left'): Promise<void> {
    return this.#point({ type, button: BUTTONS.indexOf(button) });
  }

  #point(...actions: Action[]): Promise<void> {
    return this.#act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions });
  }

  async #act(source: object): Promise<void> {
    await this.#send('POST', '/actions', { actions: [source] });
  }

  #send<Value>(method: string, path: string, body?: object): Promise<Value> {
    return call(method, `${this.#session}${path}`, body);
  }
}

async function call<Value>(method: string, url: string, body?: object): Promise<Value> {
  const headers = { Connection: 'close' }; // a driver may close an idle connection while the next call is on its way
  const response = await fetch(url, { method, headers, body: body ? JSON.stringify(body) : null });
  const { value } = (await response.json()) as { value: Value };
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${method} ${new URL(url).pathname}: ${error}: ${message}`);
}

/** WebDriver's codes of keys without a character. */
const KEYS: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
};

/** @throws when the key is unknown: WebDriver would type its name */
function webDriverKey(name: string): string {
  const key = /^.$/u.test(name) ? name : KEYS[name];
  if (key === undefined) throw new Error(`Unknown key "${name}": add it to KEYS.`);
  return key;
}
