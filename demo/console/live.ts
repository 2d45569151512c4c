import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Changed } from '../sandbox/console-api.js';
import { call, ConsoleError, EVENTS } from './api.js';

/** How long until something that failed is tried again. */
const RETRY = 2000;

type Listener = (changed: Changed | 'everything') => void;

const listeners = new Set<Listener>();
let source: EventSource | undefined;

/** One stream of changes for the whole page; it opens when the first part of the page wants it. */
function listen(listener: Listener): () => void {
  listeners.add(listener);
  source ??= open();
  return () => listeners.delete(listener);
}

/** Whether changes are heard of. Fires `change`. */
class Connection extends EventTarget {
  works = true;

  set(works: boolean): void {
    if (works === this.works) return;
    this.works = works;
    this.dispatchEvent(new Event('change'));
    if (works) tell('everything'); // nobody said what changed meanwhile
  }
}

export const connection = new Connection();

// A computer that slept, or a new day: the count starts again with it.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') tell('everything');
});

function tell(changed: Parameters<Listener>[0]): void {
  for (const listener of listeners) listener(changed);
}

function open(): EventSource {
  const events = new EventSource(EVENTS);
  events.addEventListener('open', () => {
    connection.set(true);
  });
  events.addEventListener('error', () => {
    connection.set(false);
    if (events.readyState !== EventSource.CLOSED) return;
    setTimeout(() => (source = open()), RETRY); // the browser has given up: something else answered
  });
  events.addEventListener('change', ({ data }: MessageEvent<string>) => {
    tell(data as Changed);
  });
  return events;
}

/** Something of the API that an element shows and that is asked for again whenever it has changed. */
export class Live<T> implements ReactiveController {
  value: T | undefined;
  error: string | undefined;
  readonly #host: ReactiveControllerHost;
  readonly #name: Changed;
  #path: string;
  #stop: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #loading: Promise<void> | undefined;
  #asked = 0;

  constructor(host: ReactiveControllerHost, name: Changed, path: string = name) {
    this.#host = host;
    this.#name = name;
    this.#path = path;
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

  /** What is shown stays until the new one is there. */
  show(path: string): void {
    if (path === this.#path) return;
    this.#path = path;
    void this.load();
  }

  /**
   * Asks once more after the answer that is awaited, so that many changes at once are few requests. It resolves when the
   * value is no older than this call.
   */
  load(): Promise<void> {
    this.#asked += 1;
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<void> {
    let answered: number;
    do {
      answered = this.#asked;
      await this.#ask(this.#path);
    } while (answered !== this.#asked);
    this.#loading = undefined;
  }

  async #ask(path: string): Promise<void> {
    const answer = await call<T>('GET', path).catch((error: unknown) => error as ConsoleError);
    if (path !== this.#path) return; // something else is shown by now
    this.error = answer instanceof ConsoleError ? answer.message : undefined;
    if (!(answer instanceof ConsoleError)) this.value = answer;
    this.#host.requestUpdate();
    clearTimeout(this.#timer);
    if (this.error === undefined || !this.#stop) return;
    this.#timer = setTimeout(() => {
      void this.load();
    }, RETRY);
  }
}
