import type { QaEvents } from '../../../demo/qa/qa-events.js';

export interface ServerSentEvent {
  readonly id: string | undefined;
  readonly name: keyof QaEvents;
  readonly data: never;
}

/** Like a browser's `EventSource`, but keeps the id of each event. */
export class EventStream {
  readonly #abort = new AbortController();
  readonly #received: ServerSentEvent[] = [];
  #wake: () => void = () => undefined;

  constructor(url: string, headers: Record<string, string> = {}) {
    void this.#listen(url, headers).catch(() => undefined); // the stream was closed
  }

  /** Resolves with all events of a name once there are enough of them. */
  async until<Name extends keyof QaEvents>(
    name: Name,
    enough: (all: readonly QaEvents[Name][]) => boolean = (all) => all.length > 0,
  ): Promise<readonly QaEvents[Name][]> {
    for (;;) {
      const all = this.#received.filter((event) => event.name === name).map(({ data }) => data as QaEvents[Name]);
      if (enough(all)) return all;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  get received(): readonly ServerSentEvent[] {
    return this.#received;
  }

  get lastId(): string {
    return this.#received.findLast(({ id }) => id !== undefined)?.id ?? '';
  }

  close(): void {
    this.#abort.abort();
  }

  async #listen(url: string, headers: Record<string, string>): Promise<void> {
    const { body } = await fetch(url, { headers, signal: this.#abort.signal });
    let text = '';
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = (text + chunk).split('\n\n');
      text = events.pop() ?? '';
      this.#received.push(...events.map(parse));
      this.#wake();
    }
  }
}

function parse(text: string): ServerSentEvent {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
  return {
    id: field('id'),
    name: field('event') as keyof QaEvents,
    data: JSON.parse(field('data') ?? 'null') as never,
  };
}
