import type { QaEvents } from '../../../demo/qa/traffic.js';

/** One server-sent event. */
export interface Sent {
  readonly id: string | undefined;
  readonly name: keyof QaEvents;
  readonly data: never;
}

/** Listens like a browser's `EventSource`, but tells the identifier of each event. */
export class EventStream {
  readonly #abort = new AbortController();
  readonly #heard: Sent[] = [];
  #wake: () => void = () => undefined;

  constructor(url: string, headers: Record<string, string> = {}) {
    void this.#listen(url, headers).catch(() => undefined); // it is closed
  }

  /** Waits until these events, whatever stands between them, have come, and gives all of that name. */
  async until<Name extends keyof QaEvents>(
    name: Name,
    enough: (all: readonly QaEvents[Name][]) => boolean = (all) => all.length > 0,
  ): Promise<readonly QaEvents[Name][]> {
    for (;;) {
      const all = this.#heard.filter((event) => event.name === name).map(({ data }) => data as QaEvents[Name]);
      if (enough(all)) return all;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  get heard(): readonly Sent[] {
    return this.#heard;
  }

  get lastId(): string {
    return this.#heard.findLast(({ id }) => id !== undefined)?.id ?? '';
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
      this.#heard.push(...events.map(parse));
      this.#wake();
    }
  }
}

function parse(text: string): Sent {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
  return {
    id: field('id'),
    name: field('event') as keyof QaEvents,
    data: JSON.parse(field('data') ?? 'null') as never,
  };
}
