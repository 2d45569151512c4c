import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ChangeTopic } from '../../src/sandbox/console-api.js';

/** A failed call. The message is for the user. */
class ConsoleError extends Error {}

const BASE = '/console/api/';

const UNREACHABLE =
  'The sandbox does not respond. Check that it is running (npm start). This page reconnects automatically.';

/**
 * Calls the console's API.
 * @throws {ConsoleError}
 */
export async function call<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method };
  if (body !== undefined) {
    init.headers = { 'Content-Type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  const response = await fetch(BASE + path, init).catch(() => undefined);
  if (!response) throw new ConsoleError(UNREACHABLE);
  const result = await read(response);
  if (response.ok) return result as T;
  throw new ConsoleError(messageOf(result) ?? `The sandbox refused the request (${response.status}). Reload the page.`);
}

async function read(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

function messageOf(body: unknown): string | undefined {
  const error = (body as { error?: { message?: unknown } } | undefined)?.error;
  return typeof error?.message === 'string' && error.message !== '' ? error.message : undefined;
}

/** Delay before a retry, in ms. */
const RETRY = 2000;

type Listener = (changed: ChangeTopic | 'everything') => void;

const listeners = new Set<Listener>();
let source: EventSource | undefined;

/** One event stream for the whole page, opened by the first listener. */
function listen(listener: Listener): () => void {
  listeners.add(listener);
  source ??= open();
  return () => listeners.delete(listener);
}

/** State of the event stream. Fires `change`. */
class Connection extends EventTarget {
  works = true;

  set(works: boolean): void {
    if (works === this.works) return;
    this.works = works;
    this.dispatchEvent(new Event('change'));
    if (works) notify('everything'); // changes may have been missed
  }
}

export const connection = new Connection();

// The computer may have slept, or a new day may have begun.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') notify('everything');
});

function notify(changed: Parameters<Listener>[0]): void {
  for (const listener of listeners) listener(changed);
}

function open(): EventSource {
  const events = new EventSource(`${BASE}events`);
  events.addEventListener('open', () => {
    connection.set(true);
  });
  events.addEventListener('error', () => {
    connection.set(false);
    if (events.readyState !== EventSource.CLOSED) return;
    setTimeout(() => (source = open()), RETRY); // the browser does not reconnect after an HTTP error
  });
  events.addEventListener('change', ({ data }: MessageEvent<string>) => {
    notify(data as ChangeTopic);
  });
  return events;
}

/** A value of the API that reloads when it changes. */
export class LiveData<T> implements ReactiveController {
  value: T | undefined;
  error: string | undefined;
  readonly #host: ReactiveControllerHost;
  readonly #name: ChangeTopic;
  #stop: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #loading: Promise<void> | undefined;
  #requested = 0;

  constructor(host: ReactiveControllerHost, name: ChangeTopic) {
    this.#host = host;
    this.#name = name;
    host.addController(this);
  }

  hostConnected(): void {
    this.#stop = listen((changed) => {
      if (changed === this.#name || changed === 'everything') void this.load();
    });
    void this.load();
  }

  hostDisconnected(): void {
    this.#stop?.();
    this.#stop = undefined;
    clearTimeout(this.#timer);
  }

  /** Loads the value. Concurrent calls share requests. Resolves when the value is at least as new as the call. */
  load(): Promise<void> {
    this.#requested += 1;
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<void> {
    let handled: number;
    do {
      handled = this.#requested;
      await this.#loadOnce();
    } while (handled !== this.#requested);
    this.#loading = undefined;
  }

  async #loadOnce(): Promise<void> {
    const result = await call<T>('GET', this.#name).catch((error: unknown) => error as ConsoleError);
    this.error = result instanceof ConsoleError ? result.message : undefined;
    if (!(result instanceof ConsoleError)) this.value = result;
    this.#host.requestUpdate();
    clearTimeout(this.#timer);
    if (this.error === undefined || !this.#stop) return;
    this.#timer = setTimeout(() => {
      void this.load();
    }, RETRY);
  }
}
