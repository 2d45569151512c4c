import type { ReactiveController, ReactiveControllerHost } from 'lit';

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

/** Pause between two loads of a value. */
const PAUSE_MS = 2000;

/** A value of the API that follows its changes. */
export class LiveData<T> implements ReactiveController {
  value: T | undefined;
  works = true;
  readonly #host: ReactiveControllerHost;
  readonly #name: string;
  #timer: ReturnType<typeof setInterval> | undefined;
  #requested = 0;
  #shown = 0;

  /** @param name - the path in the API */
  constructor(host: ReactiveControllerHost, name: string) {
    this.#host = host;
    this.#name = name;
    host.addController(this);
  }

  hostConnected(): void {
    this.#timer = setInterval(() => {
      if (!document.hidden) void this.load();
    }, PAUSE_MS);
    void this.load();
  }

  hostDisconnected(): void {
    clearInterval(this.#timer);
  }

  async load(): Promise<void> {
    const number = ++this.#requested;
    const value = await call<T>('GET', this.#name).catch(() => undefined);
    if (number < this.#shown) return; // a later load was faster
    this.#shown = number;
    this.works = value !== undefined;
    this.value = value ?? this.value;
    this.#host.requestUpdate();
  }
}
