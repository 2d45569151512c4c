import type { CDPSession } from 'playwright-core';

/** The DevTools protocol of a page, or of a frame with a process of its own. */
export type Session = Pick<CDPSession, 'send' | 'on'>;

type Listener = (event: unknown) => void;

interface Reply {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Playwright has no session of a frame before its first script runs. */
class FrameSession {
  readonly #page: CDPSession;
  readonly #id: string;
  readonly #calls: ((reply: Reply) => void)[] = [];
  readonly #listeners = new Map<string, Listener[]>();

  constructor(page: CDPSession, id: string) {
    this.#page = page;
    this.#id = id;
    page.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
      if (sessionId === id) this.#receive(JSON.parse(message) as Reply);
    });
  }

  async send(method: string, params: object = {}): Promise<unknown> {
    const replied = new Promise<Reply>((resolve) => this.#calls.push(resolve));
    const message = JSON.stringify({ id: this.#calls.length - 1, method, params });
    await this.#page.send('Target.sendMessageToTarget', { sessionId: this.#id, message });
    const { error, result } = await replied;
    if (error) throw new Error(`${method} failed in a frame: ${error.message}`);
    return result;
  }

  on(name: string, listener: Listener): this {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
    return this;
  }

  #receive(message: Reply): void {
    if (message.id !== undefined) this.#calls[message.id]?.(message);
    for (const listener of this.#listeners.get(message.method ?? '') ?? []) listener(message.params);
  }
}

/**
 * Resolves with the first frame that has a process of its own. Chromium gives one to each frame of another origin that asks for
 * it with `Origin-Agent-Cluster`.
 * @param prepare - called before the frame loads
 */
export async function attachToFrame(page: CDPSession, prepare: (frame: Session) => Promise<void>): Promise<Session> {
  const attached = new Promise<Session>((resolve, reject) => {
    page.on('Target.attachedToTarget', ({ sessionId }) => {
      const frame = new FrameSession(page, sessionId) as unknown as Session;
      prepare(frame)
        .then(() => frame.send('Runtime.runIfWaitingForDebugger'))
        .then(() => {
          resolve(frame);
        }, reject);
    });
  });
  await page.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: false });
  return attached;
}

/** Resolves with what the page passes to the global function `name`. */
export async function expectCall(session: Session, name: string): Promise<{ readonly payload: Promise<string> }> {
  const payload = new Promise<string>((resolve) => {
    session.on('Runtime.bindingCalled', (call) => {
      if (call.name === name) resolve(call.payload);
    });
  });
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name });
  return { payload };
}
